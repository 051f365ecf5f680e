"""The worker process: Huey app, tasks, leases, schedule. Installed as codewatch.workers."""
