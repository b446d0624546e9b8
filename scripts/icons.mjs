// `npm run icons`: renders the icons of the installed app from public/icons/icon.svg, and draws the site's avatars. Run
// it after a change of a drawing.

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { chromium } from 'playwright-core'
import { installBrowser } from './lib/browser.mjs'
import { importProduct } from './lib/product.mjs'
import { ROOT } from './lib/run.mjs'

const FOLDER = `${ROOT}public/icons/`
/** `part`: share of the icon filled by the drawing; a system may crop a maskable icon to its inner four fifths. */
const ICONS = [
  { name: 'icon-192', size: 192, part: 1 },
  { name: 'icon-512', size: 512, part: 1 },
  // Becomes favicon.ico.
  { name: 'icon-32', size: 32, part: 1 },
  { name: 'maskable-192', size: 192, part: 0.9, isFilled: true },
  { name: 'maskable-512', size: 512, part: 0.9, isFilled: true },
  { name: 'apple-touch', size: 180, part: 1, isFilled: true },
  // Notification badge: phones use only its alpha channel.
  { name: 'badge-96', size: 96, part: 1.25, isMark: true },
  // Card of a shared link (1.91 : 1, https://ogp.me).
  { name: 'share', size: 1200, height: 630, part: 0.36, isFilled: true },
]

const AVATAR_FOLDER = `${ROOT}public/static/image/avatar/`
const AVATAR_SIZE = 160
const COLOURS = ['#276dff', '#0e9f6e', '#d97706', '#7c3aed', '#db2777', '#0891b2']
/** White shapes on a coloured disc, viewBox 100 × 100. */
const SHAPES = [
  '<path d="M0 62q25-24 50 0t50 0v38H0z"/><path d="M0 80q25-24 50 0t50 0v20H0z" opacity=".6"/>',
  '<circle cx="50" cy="50" r="30" fill="none" stroke="#fff" stroke-width="9"/><circle cx="50" cy="50" r="10"/>',
  '<path d="M8 84 38 36l18 26 14-18 22 40z"/><circle cx="70" cy="26" r="8" opacity=".7"/>',
  '<path d="M50 18 78 50 50 82 22 50z"/><path d="M50 36 62 50 50 64 38 50z" opacity=".4" fill="#000"/>',
]

const drawAvatar = (index) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
  <rect width="100" height="100" fill="${COLOURS[index % COLOURS.length]}"/>
  <g fill="#fff" fill-opacity=".85">${SHAPES[(index + Math.floor(index / COLOURS.length)) % SHAPES.length]}</g></svg>`

const drawing = await readFile(`${FOLDER}icon.svg`, 'utf8')
const [, back] = /<rect[^>]*fill="(#\w+)"/.exec(drawing)
const mark = drawing.replace(/<rect width="512"[^>]*\/>/, '')

const browser = await chromium.launch({ executablePath: installBrowser(), args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  for (const { name, size, height = size, part, isFilled, isMark } of ICONS) {
    await page.setViewportSize({ width: size, height })
    const source = Buffer.from(isMark ? mark : drawing).toString('base64')
    const side = Math.round(size * part)
    await page.setContent(`<style>
      body { margin: 0; width: ${size}px; height: ${height}px; display: grid; place-items: center; overflow: hidden;
             ${isFilled ? `background: ${back}` : ''} }
      img { width: ${side}px; height: ${side}px; margin: ${(height - side) / 2}px ${(size - side) / 2}px }
    </style><img src="data:image/svg+xml;base64,${source}">`)
    await writeFile(`${FOLDER}${name}.png`, await page.screenshot({ omitBackground: true }))
  }
  await writeFile(`${ROOT}public/favicon.ico`, icoOf(await readFile(`${FOLDER}icon-32.png`)))
  await rm(`${FOLDER}icon-32.png`)
  const { AVATARS } = await importProduct('server/domain/profile.ts')
  await mkdir(AVATAR_FOLDER, { recursive: true })
  await page.setViewportSize({ width: AVATAR_SIZE, height: AVATAR_SIZE })
  for (let index = 0; index < AVATARS; index += 1) {
    await page.setContent(`<style>body { margin: 0 }</style>${drawAvatar(index)}`)
    await writeFile(`${AVATAR_FOLDER}${index + 1}.png`, await page.screenshot())
  }
} finally {
  await browser.close()
}

/** ICO file with one picture of 32 × 32 pixels as PNG (https://en.wikipedia.org/wiki/ICO_(file_format)). */
function icoOf(png) {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.set([32, 32], 6)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
