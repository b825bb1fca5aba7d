/** How addresses are compared with what is expected: `SMTP:` in front expects the primary one,
 *  `smtp:` or nothing expects an address, primary or not. */
import { addressKey, bareAddress, primaryOf } from "./addresses.ts";
import { type Compared, exactly } from "./compare.ts";

export const comparedAddresses: Pick<Compared, "key" | "alsoIs"> = {
  key: (value) => {
    const written = exactly(value);
    const isPrimary = primaryOf([written]) !== null;
    return isPrimary ? `primary ${bareAddress(written)}` : addressKey(written);
  },
  alsoIs: (value) => [addressKey(exactly(value))],
};
