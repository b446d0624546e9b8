// The verifiers that need a disk and processes: /verify.mjs as the build makes it, and the one in Python. Rooms ask them by a binding.

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { type Request, Response } from 'miniflare'

export interface Asked {
  /** Texts by the name of their file. */
  readonly files: Readonly<Record<string, string>>
  /** Words of the command line of verify.mjs. */
  readonly words: readonly string[]
  /** Input of the verifier in Python; null: it isn't asked. */
  readonly python: string | null
}

export interface Answered {
  readonly status: number
  readonly stdout: string
  /** Null without Python, and where it isn't asked. */
  readonly python: string | null
}

const PLACE = join(import.meta.dirname, '..')

let script: Promise<string> | undefined

/** Path of /verify.mjs, built once. */
async function buildScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(PLACE, '../scripts/verify-receipt.mjs')],
    ...{ bundle: true, write: false, platform: 'node', format: 'esm', logLevel: 'error' },
  })
  const path = join(await mkdtemp(join(tmpdir(), 'verifier-')), 'verify.mjs')
  await writeFile(path, outputFiles[0]?.text ?? '')
  return path
}

/** Takes `Asked` and answers `Answered`, both as JSON. */
export async function askVerifiers(request: Request): Promise<Response> {
  // The test of the rooms writes it, typed.
  const { files, words, python } = (await request.json()) as Asked
  const folder = await mkdtemp(join(tmpdir(), 'verifiers-'))
  script ??= buildScript()
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)))
  const [own, other] = await Promise.all([
    run(process.execPath, [await script, ...words], { folder, input: '' }),
    python === null ? NOT_ASKED : run('python3', [join(PLACE, 'fairness/verify.py')], { folder, input: python }),
  ])
  await rm(folder, { recursive: true, force: true })
  return Response.json({ ...own, python: other.status === NOT_FOUND ? null : other.stdout } satisfies Answered)
}

const NOT_FOUND = -1
const NOT_ASKED = { status: NOT_FOUND, stdout: '' }

function run(
  file: string,
  words: readonly string[],
  { folder, input }: { readonly folder: string; readonly input: string },
): Promise<{ status: number; stdout: string }> {
  return new Promise((resolve) => {
    const child = execFile(file, words, { cwd: folder, maxBuffer: 1e9 }, (failure, stdout, stderr) => {
      const code = failure?.code ?? 0
      resolve({ status: typeof code === 'number' ? code : NOT_FOUND, stdout: `${stdout}${stderr}` })
    })
    child.stdin?.on('error', () => undefined).end(input)
  })
}
