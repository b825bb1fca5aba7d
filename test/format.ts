/** `npm run format`: formats and mends what the linter can mend by itself. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const biome = fileURLToPath(new URL("../node_modules/@biomejs/biome/bin/biome", import.meta.url));
const { status } = spawnSync(process.execPath, [biome, "check", "--write", "."], {
  cwd: root,
  stdio: "inherit",
});
process.exitCode = status ?? 1;
