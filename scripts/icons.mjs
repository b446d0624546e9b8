// `npm run icons`: the icons of the installed app as pictures, drawn from public/icons/icon.svg. Run it when the drawing changed.

import { readFile, writeFile } from 'node:fs/promises'
import { chromium } from 'playwright-core'
import { installBrowser } from './lib/browser.mjs'
import { ROOT } from './lib/run.mjs'

const FOLDER = `${ROOT}public/icons/`
/** `part` is the share of the picture that the drawing takes: a system may cut a maskable icon to its inner four fifths. */
const ICONS = [
  { name: 'icon-192', size: 192, part: 1 },
  { name: 'icon-512', size: 512, part: 1 },
  { name: 'maskable-192', size: 192, part: 0.9, isFilled: true },
  { name: 'maskable-512', size: 512, part: 0.9, isFilled: true },
  { name: 'apple-touch', size: 180, part: 1, isFilled: true },
  // Of a notification's mark a phone shows only where it is not transparent.
  { name: 'badge-96', size: 96, part: 1.25, isMark: true },
]

const drawing = await readFile(`${FOLDER}icon.svg`, 'utf8')
const [, back] = /<rect[^>]*fill="(#\w+)"/.exec(drawing)
const mark = drawing.replace(/<rect width="512"[^>]*\/>/, '')

const browser = await chromium.launch({ executablePath: installBrowser(), args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  for (const { name, size, part, isFilled, isMark } of ICONS) {
    await page.setViewportSize({ width: size, height: size })
    const source = Buffer.from(isMark ? mark : drawing).toString('base64')
    const side = Math.round(size * part)
    await page.setContent(`<style>
      body { margin: 0; width: ${size}px; height: ${size}px; display: grid; place-items: center; overflow: hidden;
             ${isFilled ? `background: ${back}` : ''} }
      img { width: ${side}px; height: ${side}px; margin: ${(size - side) / 2}px }
    </style><img src="data:image/svg+xml;base64,${source}">`)
    await writeFile(`${FOLDER}${name}.png`, await page.screenshot({ omitBackground: true }))
  }
} finally {
  await browser.close()
}
