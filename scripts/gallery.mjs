// `npm run gallery`: generates the media of the house's gallery (drawings, sounds, recordings) into
// public/gallery-media/, and the list of their digests. Run it after a change of db/platform/seed/gallery.ts or of a
// drawing; `-- --stills` draws the pictures alone.

import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { argv } from 'node:process'
import { chromium } from 'playwright-core'
import { installBrowser } from './lib/browser.mjs'
import { defineArt } from './lib/gallery-art.mjs'
import { writeGif } from './lib/gif.mjs'
import { importProduct } from './lib/product.mjs'
import { ROOT } from './lib/run.mjs'
import { writeTune } from './lib/tune.mjs'

const FOLDER = `${ROOT}public/gallery-media/`
/** Sides of each still: the whole one, and one for rows of cards (server/services/nft/pictures.ts). */
const SIDES = { '': 520, '-360': 360 }
const hasMotion = !argv.includes('--stills')
const GIF = { side: 200, frames: 12, hundredths: 14 }

const { GALLERY_WORKS } = await importProduct('db/platform/seed/gallery.ts')
const { GALLERY_SERIES, GALLERY_PRIZES } = await importProduct('db/platform/seed/gallery-boxes.ts')
const browser = await chromium.launch({ executablePath: installBrowser(), args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  await page.addScriptTag({ content: `globalThis.draw = (${defineArt.toString()})()` })
  await mkdir(FOLDER, { recursive: true })
  for (const [index, work] of GALLERY_WORKS.entries()) await makeWork(page, { ...work, seed: index * 97 + 5 })
  await still(page, { ...GALLERY_SERIES, seed: 4 }, GALLERY_SERIES.file)
  for (const [index, prize] of GALLERY_PRIZES.entries())
    await still(page, { drawing: 'petals', ...prize, seed: index * 31 + 7 }, prize.file)
  await writeDigests()
} finally {
  await browser.close()
}

async function makeWork(page, work) {
  const { kind, file } = work
  if (kind === 'image') return still(page, work, file)
  await still(page, work, `${file}-still`)
  if (!hasMotion) return
  if (kind === 'gif') await write(`${file}.gif`, await makeGif(page, work))
  if (kind === 'audio') await write(`${file}.wav`, writeTune(work.seed))
  if (kind === 'video') await write(`${file}.webm`, await record(page, work))
}

function write(name, bytes) {
  return writeFile(`${FOLDER}${name}`, bytes)
}

async function still(page, { drawing, colours, seed }, name) {
  for (const [ending, side] of Object.entries(SIDES)) {
    const data = await page.evaluate(
      ({ art, side }) => {
        const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
        globalThis.draw(canvas.getContext('2d'), art)
        return canvas.toDataURL('image/webp', 0.75)
      },
      { art: { drawing, colours, seed, t: 0.1 }, side },
    )
    await write(`${name}${ending}.webp`, Buffer.from(data.split(',')[1], 'base64'))
  }
}

/** Eight hex digits of each file's SHA-256, by name. */
async function writeDigests() {
  const lines = []
  for (const name of (await readdir(FOLDER)).sort()) {
    const digest = createHash('sha256')
      .update(await readFile(FOLDER + name))
      .digest('hex')
    lines.push(`  '${name}': '${digest.slice(0, 8)}',`)
  }
  const head = '// Digests of the files in public/gallery-media, written by `npm run gallery`.'
  const list = `export const GALLERY_DIGESTS: Readonly<Record<string, string>> = {\n${lines.join('\n')}\n}`
  await writeFile(`${ROOT}db/platform/seed/gallery-digests.ts`, `${head}\n\n${list}\n`)
}

async function makeGif(page, { drawing, colours, seed }) {
  const { side, frames, hundredths } = GIF
  const drawn = await page.evaluate(
    ({ art, side, frames }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
      const ctx = canvas.getContext('2d', { willReadFrequently: true })
      return Array.from({ length: frames }, (_, frame) => {
        globalThis.draw(ctx, { ...art, t: frame / frames })
        return Array.from(ctx.getImageData(0, 0, side, side).data)
      })
    },
    { art: { drawing, colours, seed }, side, frames },
  )
  const table = commonColours(drawn)
  return writeGif({
    width: side,
    height: side,
    colours: table,
    frames: drawn.map((pixels) => nearest(pixels, table)),
    hundredths,
  })
}

/** The 32 most frequent colours, quantised in steps of 16. */
function commonColours(frames) {
  const counts = new Map()
  for (const pixels of frames)
    for (let at = 0; at < pixels.length; at += 4) {
      const key = [0, 1, 2].map((part) => Math.min(255, Math.round(pixels[at + part] / 16) * 16)).join()
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  const sorted = [...counts].sort(([, one], [, other]) => other - one)
  return sorted.slice(0, 32).map(([key]) => key.split(',').map(Number))
}

function nearest(pixels, table) {
  const known = new Map()
  const indexes = []
  for (let at = 0; at < pixels.length; at += 4) {
    const [red, green, blue] = pixels.slice(at, at + 3)
    const key = (red << 16) | (green << 8) | blue
    if (!known.has(key)) {
      const far = table.map(([r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2)
      known.set(key, far.indexOf(Math.min(...far)))
    }
    indexes.push(known.get(key))
  }
  return indexes
}

/** Three seconds of a canvas, recorded by the browser. */
async function record(page, { drawing, colours, seed }) {
  const data = await page.evaluate(
    async ({ art, seconds }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 360, height: 360 })
      const ctx = canvas.getContext('2d')
      const recorder = new MediaRecorder(canvas.captureStream(20), {
        mimeType: 'video/webm;codecs=vp9',
        videoBitsPerSecond: 180_000,
      })
      const pieces = []
      recorder.ondataavailable = ({ data }) => pieces.push(data)
      const ended = new Promise((resolve) => (recorder.onstop = resolve))
      recorder.start()
      const from = performance.now()
      for (let passed = 0; passed < seconds; passed = (performance.now() - from) / 1000) {
        globalThis.draw(ctx, { ...art, t: (0.1 + passed / seconds) % 1 })
        await new Promise((resolve) => setTimeout(resolve, 45))
      }
      recorder.stop()
      await ended
      const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    },
    { art: { drawing, colours, seed }, seconds: 3 },
  )
  return Buffer.from(data, 'base64')
}
