// The verifier in Python, written from the rules in words alone: the problems that it finds in each receipt.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type ReceiptsOfKind, pythonInput } from './python-input'

/** Null without Python. Throws what Python complains of. */
export function pythonProblems(kinds: readonly ReceiptsOfKind[]): Readonly<Record<string, string[][]>> | null {
  const { error, stderr, stdout } = spawnSync('python3', [join(import.meta.dirname, 'verify.py')], {
    input: pythonInput(kinds),
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  if (error) return null
  if (stderr !== '') throw new Error(stderr)
  return JSON.parse(stdout) as Record<string, string[][]>
}
