// Copies this checkout without git-ignored files, as another developer would receive it. Node built-ins only.

import { cpSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** @param {string} folder where it goes; made when missing */
export function copyProject(folder) {
  const ignored = readFileSync(join(ROOT, '.gitignore'), 'utf8').split('\n').filter(Boolean)
  const left = new Set(['.git', ...ignored.map((line) => line.replace(/\/$/, ''))])
  cpSync(ROOT, folder, { recursive: true, filter: (from) => !left.has(relative(ROOT, from)) })
}
