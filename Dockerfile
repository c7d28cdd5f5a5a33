# Build: `docker build -t casparian .`; without Python: `--build-arg WITH_PYTHON=no`.
FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.base.json tsconfig.build.json ./
COPY scripts scripts
COPY src src
RUN npm run build && npm prune --omit=dev && chmod +x dist/cli/main.js

FROM node:24-slim
ARG WITH_PYTHON=yes
# tini forwards SIGTERM and reaps orphaned processes of parsers. uv builds the environments of Python parsers.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends tini \
  && if [ "$WITH_PYTHON" = yes ]; then \
    apt-get install --yes --no-install-recommends python3 python3-venv \
    && python3 -m venv /opt/uv && /opt/uv/bin/pip install --no-cache-dir uv && ln -s /opt/uv/bin/uv /usr/local/bin/uv; \
  fi \
  && rm -rf /var/lib/apt/lists/*
COPY --from=build /build/node_modules /opt/casparian/node_modules
COPY --from=build /build/dist /opt/casparian/dist
COPY package.json README.md LICENSE CHANGELOG.md /opt/casparian/
RUN ln -s /opt/casparian/dist/cli/main.js /usr/local/bin/casparian && install --directory --owner node --mode 700 /var/lib/casparian

ENV NODE_ENV=production \
  CASPARIAN_HOME=/var/lib/casparian \
  CASPARIAN_METRICS_PORT=9464 \
  CASPARIAN_METRICS_HOST=0.0.0.0
USER node
WORKDIR /var/lib/casparian
VOLUME /var/lib/casparian
EXPOSE 9464
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:9464/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "casparian"]
CMD ["worker"]
