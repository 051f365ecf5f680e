// Stands in for opencode: loads plugins and plays events to them. `node opencode_host.mjs DIRECTORY PLUGIN...` reads one
// JSON list of steps from standard input, each [hook, input, output], and prints the outputs as one JSON list.
import { readFileSync } from "node:fs"
import { pathToFileURL } from "node:url"

const [directory, ...plugins] = process.argv.slice(2)
const hooks = []
for (const [number, path] of plugins.entries()) {
  const module = await import(`${pathToFileURL(path)}?${number}`)
  // As opencode does: every function that a module exports is a plugin.
  for (const plugin of Object.values(module)) hooks.push(await plugin({ directory, worktree: directory }))
}
const outputs = []
for (const [name, input, output] of JSON.parse(readFileSync(0, "utf8"))) {
  for (const one of hooks) await one[name]?.(input, output)
  outputs.push(output)
}
process.stdout.write(JSON.stringify(outputs))
