// After a failed browser test: what its open pages show, in .cache/tests/failed, because a flake cannot be looked at again.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { openPages } from './browser'

const FOLDER = join(import.meta.dirname, '../../.cache/tests/failed')

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  mkdirSync(FOLDER, { recursive: true })
  const name = `${Date.now()}-${task.name}`.replaceAll(/[^\w-]+/g, '_').slice(0, 80)
  for (const [index, page] of (await openPages()).entries()) {
    try {
      const path = join(FOLDER, `${name}-${index}`)
      const text = await page.evaluate(() => `${location.href}\n${document.body.innerText}`)
      writeFileSync(`${path}.txt`, text)
      await page.screenshot({ path: `${path}.png`, timeout: 5_000 })
    } catch (failure) {
      console.error('failed page not written:', failure)
    }
  }
})
