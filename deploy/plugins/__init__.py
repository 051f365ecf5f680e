"""What runs inside clients that have plugins instead of hooks: installed as codewatch.plugins, written by setup."""
