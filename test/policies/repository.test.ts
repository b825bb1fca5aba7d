/** Rows that no planned resource carries: the Dockerfile, and what the program gives out. */
import { expect, test } from "@jest/globals";
import { checkBaseImage, dockerfileOf } from "../../infra/bundle/dockerfile.ts";

const PINNED = `mcr.example/node:24@sha256:${"a".repeat(64)}`;

test("CKV_DOCKER_3, CKV_DOCKER_8: our images run as nobody, never as root", () => {
  const users = dockerfileOf(PINNED).match(/^USER .*$/gm) ?? [];
  expect(users.at(-1)).toMatch(/^USER (?!0\b|root\b)\S+$/);
});

test.each(["mcr.example/node", "mcr.example/node:latest", "mcr.example/node:24"])(
  "CKV_DOCKER_7: an image is not built on %s, which can be another one tomorrow",
  (image) => {
    expect(checkBaseImage(image).ok).toBe(false);
    expect(checkBaseImage(PINNED).ok).toBe(true);
  },
);

test("our images fetch and install nothing while they are built", () => {
  const text = dockerfileOf(PINNED);
  expect(text).not.toMatch(/\b(?:curl|wget|apt|apk|npm|ADD)\b/);
  expect(text).not.toMatch(/^\s*RUN\b/m);
});
