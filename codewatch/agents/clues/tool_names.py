"""The names of languages, packages, tools and services that texts about dependencies name."""

# Words that mean nothing else, and names that are told by being in lower case or not.
TOOLS = frozenset(
    """
    nodejs deno pnpm npm yarn python pypy pip pipx poetry conda jdk openjdk kotlin scala gradle maven golang
    rails php laravel symfony composer xcode flutter elixir phoenix otp erlang haskell clojure perl lua
    typescript javascript ts-node coffeescript dotnet .net c# f# c++ gcc g++ clang clang-format llvm cmake ninja
    bazel meson reactjs nextjs nuxt nuxtjs vuejs vue angular svelte sveltekit solidjs emberjs astro gatsby remix
    jquery backbonejs alpinejs htmx d3js threejs chartjs lodash lodash-es underscorejs moment momentjs dayjs
    date-fns luxon axios ky rxjs redux zustand mobx pinia vuex recoil jotai swr react-query tanstack
    react-hook-form formik zod yup ajv joi django flask fastapi pydantic starlette uvicorn gunicorn celery
    sqlalchemy alembic psycopg psycopg2 asyncpg numpy pandas polars scipy scikit-learn pytorch torch tensorflow
    keras opencv pillow matplotlib httpx aiohttp boto3 pytest hypothesis unittest mypy pyright pylint flake8
    ruff isort tox nox pre-commit jinja2 beautifulsoup scrapy numba cython hibernate junit mockito lombok log4j
    slf4j jackson spring-boot quarkus micronaut vert.x ktor expressjs nestjs koa fastify hapi prisma typeorm
    sequelize knex drizzle mongoose trpc graphql apollo urql socketio webpack vite rollup esbuild parcel
    turborepo nx lerna babel swc eslint prettier biome stylelint husky lint-staged jest vitest mocha chai
    jasmine karma cypress playwright puppeteer selenium storybook testing-library msw nock sinon tailwind
    tailwindcss bootstrap mui material-ui chakra radix shadcn sass node-sass scss postcss styled-components
    emotion postgres postgresql mysql mariadb sqlite mongodb mongo redis ioredis memcached elasticsearch
    opensearch meilisearch cassandra dynamodb clickhouse duckdb rocksdb leveldb neo4j pgvector timescaledb
    supabase firebase firestore kafka rabbitmq nats sqs sns bullmq sidekiq resque zeromq mqtt grpc protobuf
    protoc thrift avro buf docker podman kubernetes k8s helm terraform ansible pulumi vagrant nginx apache caddy
    traefik haproxy envoy istio aws s3 lambda ec2 gcp azure heroku vercel netlify cloudflare fly.io github
    gitlab jenkins circleci ubuntu debian alpine fedora rhel centos macos windows android ios linux openssl
    ffmpeg imagemagick libvips cuda cudnn electron tauri expo react-native capacitor ionic cordova unity godot
    qt gtk tokio serde actix axum clap reqwest diesel sqlx anyhow thiserror cobra gorm pgx logrus rspec rubocop
    devise activerecord puma guzzle phpunit doctrine twig sentry datadog prometheus grafana opentelemetry
    winston pino morgan stripe paypal twilio sendgrid keycloak auth0 okta clerk nextauth next-auth passport
    jsonwebtoken bcrypt recharts nivo highcharts echarts weasyprint wkhtmltopdf langchain llamaindex openai
    anthropic ollama bullseye libsodium libpq5 node-gyp mkcert rbenv nvm asdf webpacker vueuse quasar vuetify
    primevue ag-grid salesforce jira confluence slack shopify wordpress drupal magento contentful sanity strapi
    algolia cloudinary mapbox leaflet minio etcd zookeeper consul rancher argocd fluxcd newrelic splunk kibana
    logstash bugsnag rollbar pytest-asyncio pytest-xdist freezegun faker factory_boy respx vcrpy locust k6
    jmeter gatling fakerjs supertest detox appium maestro koin dagger hilt retrofit okhttp glide compose jetpack
    swiftui alamofire tsc tsx tsup rspack bun webpack-cli postcss-cli autoprefixer changesets semantic-release
    commitlint pendulum attrs msgspec orjson ujson simplejson tenacity structlog loguru typer docopt tqdm dask
    xgboost lightgbm spacy nltk transformers huggingface streamlit gradio plotly seaborn bokeh jupyter
    jupyterlab bcryptjs multer nodemailer node-cron ws sockjs sharp-cli ffmpeg-static mediatr automapper dapper
    nunit xunit serilog polly efcore blazor maui kotest spock testng wiremock flyway liquibase jooq mybatis
    ehcache hazelcast webassembly wasm jsdom cheerio bookworm ruby swift
    """.split()
)
# Names that are words too: told by a capital inside a sentence, or by a version after them.
AMBIGUOUS = frozenset(
    """
    react next node java go rust express spring flask solid nest ember click rich requests black gin echo fiber
    rocket dart bun uv gem cargo apt brew make ant sharp got chalk swift fish zsh bash vim emacs chrome safari
    firefox edge helm argo consul vault nomad packer spark flink airflow hadoop hugo jekyll pug handlebars
    mustache volta nix unity blender prism phoenix remix astro gatsby parcel emotion clerk mocha chai karma
    jasmine
    """.split()
)
