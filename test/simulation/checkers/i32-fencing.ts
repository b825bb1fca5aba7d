/** I32: a commit under a lease is made by whoever has the lease now. */
import type { Checker } from "../watch/checker.ts";

export const fencingTokens: Checker = {
  id: "I32",
  open: (scene, violate) => {
    const tokens = new Map<string, number>();
    return {
      onLease: ({ name, token }) => {
        if (token <= (tokens.get(name) ?? 0)) violate(`token ${token} of ${name} was given twice`);
        if (tokens.has(name)) scene.reached("lease-changed-hands");
        tokens.set(name, token);
      },
      onUnit: ({ lease }, host) => {
        if (lease === null) return;
        const { name, token } = lease;
        if (token !== tokens.get(name))
          violate(`${host} committed under token ${token} of ${name}`);
      },
    };
  },
};
