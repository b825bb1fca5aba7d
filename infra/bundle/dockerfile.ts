/** The one Dockerfile that all our images are built from: a base pinned by digest, one module,
 *  an account without rights. Nothing is installed and nothing is fetched while building, so the
 *  same context always gives the same image. */
import { fail, ok, type Result } from "../../runtime/contract/result.ts";
import { MAIN_FILE } from "./bundle-entry.ts";

const BASE_IMAGE_FORM =
  /^[a-z0-9][a-z0-9.-]*(?::[0-9]+)?(?:\/[a-z0-9][a-z0-9._-]*)+(?::[\w.-]+)?@sha256:[0-9a-f]{64}$/;

/** Group and user that no base image gives anything to. */
const NOBODY = "65532:65532";

export const checkBaseImage = (image: string): Result<string, string> =>
  BASE_IMAGE_FORM.test(image)
    ? ok(image)
    : fail(
        `the base image must be named by its digest, as in "host/name@sha256:…", because a tag ` +
          `can mean another image tomorrow`,
      );

/** The command is the module alone: images of Node know that it is theirs to run. */
export const dockerfileOf = (baseImage: string): string =>
  [
    `FROM ${baseImage}`,
    "WORKDIR /app",
    `COPY ${MAIN_FILE} package.json ./`,
    "ENV NODE_ENV=production",
    `USER ${NOBODY}`,
    // The platform asks the program itself; there is no shell in the image that could.
    "HEALTHCHECK NONE",
    `CMD ["${MAIN_FILE}"]`,
    "",
  ].join("\n");
