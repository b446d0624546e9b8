// Web app manifest: one app in eight languages, with every field required for installation.

import { expect, inject, test } from 'vitest'
import { LANGUAGES, LANGUAGE_TAGS } from '#domain/language'

interface Manifest {
  readonly id: string
  readonly name: string
  readonly short_name: string
  readonly description: string
  readonly lang: string
  readonly start_url: string
  readonly display: string
  readonly theme_color: string
  readonly background_color: string
  readonly icons: readonly { src: string; sizes: string; type: string; purpose: string }[]
  readonly shortcuts: readonly { name: string; url: string }[]
}

async function read(language: string): Promise<Manifest> {
  const answer = await fetch(`${inject('appUrl')}/manifest/${language}`)
  expect(answer.headers.get('Content-Type')).toContain('application/manifest+json')
  return answer.json<Manifest>()
}

test('it names one app in eight languages', async () => {
  const manifests = await Promise.all(LANGUAGES.map(read))
  expect(manifests.map(({ lang }) => lang)).toEqual(LANGUAGES.map((language) => LANGUAGE_TAGS[language]))
  expect(new Set(manifests.map(({ description }) => description)).size).toBe(LANGUAGES.length)
  expect(new Set(manifests.map(({ id }) => id))).toEqual(new Set(['/']))
})

test('it has what a system asks for before it installs', async () => {
  const manifest = await read('jp')
  expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' })
  for (const text of [manifest.name, manifest.short_name]) expect(text).not.toBe('')
  for (const colour of [manifest.theme_color, manifest.background_color]) expect(colour).toMatch(/^#[\da-f]{6}$/)
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '192x192 maskable', '512x512 maskable']),
  )
})

test('every picture is there in the size that it says', async () => {
  const { icons } = await read('jp')
  for (const { src, sizes, type } of icons) {
    const answer = await fetch(inject('appUrl') + src)
    expect(answer.headers.get('Content-Type')).toBe(type)
    const header = new DataView(await answer.arrayBuffer())
    expect(`${header.getUint32(16)}x${header.getUint32(20)}`, src).toBe(sizes)
  }
})

test('every shortcut leads to a page', async () => {
  const { shortcuts } = await read('fra')
  for (const { url } of shortcuts) {
    const answer = await fetch(inject('appUrl') + url)
    const { pathname } = new URL(answer.url)
    // A page of one's own asks to log in.
    expect([200, 401]).toContain(answer.status)
    // The trading shortcut redirects to the last visited pair, under its own URL.
    expect(pathname === '/login' || pathname.startsWith(url)).toBe(true)
  }
})
