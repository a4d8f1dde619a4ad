# One image for every instance. Configuration comes from the environment; see .env.example.
FROM node:24-bookworm-slim AS base
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1

# What the built application needs to run, without what only tests, checks and a database of its own need.
FROM base AS packages
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

FROM base AS build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/build.mjs && rm -rf .next/cache

FROM base AS run
ENV NODE_ENV=production \
    PORT=3000 \
    DATA_DIR=/data
RUN mkdir /data && chown node:node /data
COPY --from=packages --chown=node:node /app/node_modules ./node_modules
# COPY keeps the symbolic links of .next/node_modules, which the server resolves packages through.
COPY --from=build --chown=node:node /app/.next ./.next
COPY --from=build --chown=node:node /app/dist ./dist
COPY --chown=node:node package.json next.config.ts tsconfig.json ./
COPY --chown=node:node docs/staff.md ./docs/staff.md
COPY --chown=node:node i18n ./i18n
COPY --chown=node:node messages ./messages
COPY --chown=node:node prisma ./prisma
COPY --chown=node:node public ./public
COPY --chown=node:node recorded ./recorded
COPY --chown=node:node scripts ./scripts
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs", "--built"]
