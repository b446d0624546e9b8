// The tokens keep their promises: text is readable on every surface of both themes.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const CSS = readFileSync(join(import.meta.dirname, '../../app/styles/tokens.css'), 'utf8')
/** All colours of one theme by name. */
function coloursOf(theme: 'light' | 'dark'): Map<string, string> {
  const said = [...CSS.matchAll(/--([\w-]+):\s*(?:var\(--if-light, )?(#\w{6})(?:\) var\(--if-dark, (#\w{6})\))?;/g)]
  return new Map(said.map(([, name = '', light = '', dark = light]) => [name, theme === 'light' ? light : dark]))
}

const light = coloursOf('light')
const dark = coloursOf('dark')

function luminance(hex: string): number {
  const parts = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Blends a share of the top colour over the ground colour, as tints are drawn. */
function over(top: string, share: number, ground: string): string {
  const channel = (at: number) => {
    const [a, b] = [top, ground].map((hex) => parseInt(hex.slice(at, at + 2), 16)) as [number, number]
    return Math.round(a * share + b * (1 - share))
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}

const READABLE = 4.5
const TEXTS = ['ink', 'muted', 'brand-text', 'selected-text', 'green-text', 'red-text']
const GROUNDS = ['page', 'surface', 'raised']
const TINTS = { 'green-text': '#28ba98', 'red-text': '#f04a5a', 'selected-text': '#276dff', 'brand-text': '#d4ba83' }

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('%s theme', (_, theme) => {
  const token = (name: string): string => {
    const value = theme.get(name)
    if (!value) throw new Error(`no colour --${name}`)
    return value
  }

  test.each(TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)))(
    '%s reads on %s',
    (text, ground) => {
      expect(contrast(token(text), token(ground))).toBeGreaterThanOrEqual(READABLE)
    },
  )

  test.each(Object.entries(TINTS))('%s reads on a badge of its own colour', (text, tint) => {
    expect(contrast(token(text), over(tint, 0.12, token('surface')))).toBeGreaterThanOrEqual(READABLE)
  })

  test.each(['selected-fill', 'green-fill', 'red-fill'])('white reads on %s', (fill) => {
    expect(contrast('#ffffff', token(fill))).toBeGreaterThanOrEqual(READABLE)
  })

  test('ink reads where something is pressed, and the edge of a control is seen', () => {
    expect(contrast(token('ink'), token('pressed'))).toBeGreaterThanOrEqual(READABLE)
    expect(contrast(token('muted'), token('pressed'))).toBeGreaterThanOrEqual(READABLE)
    expect(contrast(token('line-strong'), token('surface'))).toBeGreaterThanOrEqual(3)
    expect(contrast(token('ink'), token('chosen'))).toBeGreaterThanOrEqual(READABLE)
    expect(contrast(token('muted'), token('track'))).toBeGreaterThanOrEqual(READABLE)
  })
})

test('the colours of the specification are what they were', () => {
  for (const colour of ['#28ba98', '#f04a5a', '#aaaaaa', '#d4ba83', '#4d4d4d', 'rgb(39, 109, 255)'])
    expect(CSS).toContain(colour)
})
