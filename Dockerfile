# One image for all: `omoide serve` answers, `omoide work` lives the nights.
FROM python:3.13-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE NOTICE ./
COPY src src
RUN pip install --no-cache-dir --prefix=/installed '.[archive,crypt,documents,mcp,models,s3,server]'

FROM python:3.13-slim
COPY --from=build /installed /usr/local
RUN useradd --uid 10001 --create-home omoide && install -d -o omoide -g omoide -m 700 /var/lib/omoide
USER 10001
ENV OMOIDE_HOME=/var/lib/omoide
VOLUME /var/lib/omoide
EXPOSE 8378
ENTRYPOINT ["omoide"]
CMD ["serve", "--profile", "server", "--host", "0.0.0.0"]
