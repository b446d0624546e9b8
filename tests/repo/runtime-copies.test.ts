// Tests, development and deployment run one and the same runtime: two copies of it would prove one thing and serve another.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const INSTALLED = join(import.meta.dirname, '../../node_modules/.package-lock.json')

test.each(['wrangler', 'miniflare', 'workerd', '@cloudflare/vite-plugin', '@cloudflare/vitest-plugin'])(
  '%s is installed once',
  (name) => {
    const { packages } = JSON.parse(readFileSync(INSTALLED, 'utf8')) as { packages: Readonly<Record<string, unknown>> }
    const copies = Object.keys(packages).filter((path) => path.endsWith(`node_modules/${name}`))
    expect(copies).toEqual([`node_modules/${name}`])
  },
)
