FROM node:20-bookworm-slim AS build
WORKDIR /source
COPY package.json bun.lock bunfig.toml ./
COPY src/build/setup.sh src/build/
RUN sh src/build/setup.sh packages
COPY . .
ARG COMMIT
RUN npm run build && mkdir /empty

# glibc and certificates, no shell: the executable carries the rest.
FROM gcr.io/distroless/base-debian12:nonroot
ARG COMMIT
LABEL org.opencontainers.image.title="Balcão" \
  org.opencontainers.image.description="The WhatsApp service desk and sales counter of a small business" \
  org.opencontainers.image.licenses="GPL-3.0-or-later" \
  org.opencontainers.image.revision="$COMMIT"
COPY --from=build /source/dist/balcao /balcao
COPY --from=build --chown=65532:65532 --chmod=0700 /empty /data
ENV BALCAO_DATA=/data
WORKDIR /data
VOLUME /data
# Plain http leads to https. The container does not know its address: BALCAO_PUBLIC_URL with BALCAO_TLS=local says it.
EXPOSE 8080 8443
USER 65532:65532
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["/balcao", "healthcheck"]
ENTRYPOINT ["/balcao"]
CMD ["serve"]
