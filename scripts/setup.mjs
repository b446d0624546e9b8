// `node scripts/setup.mjs COMMAND …`: prepares this folder (a recent Node, installed packages, the translation list), then
// runs the command. Node built-ins only. Not a `pre` script of package.json, because npm omits those where
// `ignore-scripts` is set.

import { fileURLToPath } from 'node:url'
import { linkNode, requireNode } from './lib/node.mjs'
import { installLocked, isLockInstalled } from './lib/packages.mjs'
import { ROOT, endWithShell, fail } from './lib/run.mjs'
import { writeWordList } from './lib/word-list.mjs'

endWithShell()
try {
  await requireNode(fileURLToPath(import.meta.url))
  await installLocked(ROOT, { what: 'packages', isDone: () => isLockInstalled(ROOT) })
  await linkNode()
  writeWordList(ROOT)
} catch (error) {
  fail(error)
}
// The command finds its own arguments where it looks for them.
const [command] = process.argv.splice(2, 1)
await import(`./${command}.mjs`)
