// State that the browser keeps between visits, and data that it never keeps.

import { describe, expect, test } from 'vitest'
import {
  DEFAULT_FIAT,
  FIATS_FRESH_MS,
  clearOldStorage,
  forgetUser,
  keepFiat,
  keepFiats,
  keepLanguage,
  keepUser,
  readClientState,
} from '../../app/visitor/client-state'
import { restoreLostChoices } from '../../app/shell/lost-choices'
import { choiceCookie } from '../../app/visitor/choice-cookies'

/** A storage like a browser's. */
function storageOf(entries: Readonly<Record<string, string>> = {}) {
  const kept = new Map(Object.entries(entries))
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
    keys: () => [...kept.keys()].sort(),
  }
}

const JPY = { currency_code: 'JPY', rate: '151.5' }
const EUR = { currency_code: 'EUR', rate: '0.92' }
const NOW = 1_790_000_000_000

describe('a first visit', () => {
  test('is in Japanese, in yen at 153, by nobody', () => {
    expect(readClientState(storageOf())).toEqual({ lang: 'jp', user: null, fiat: DEFAULT_FIAT, fiats: [], saveTime: 0 })
    expect(DEFAULT_FIAT).toEqual({ currency_code: 'JPY', rate: '153' })
  })

  test('takes what is not ours for absent', () => {
    const storage = storageOf({ lang: 'tlh', user: '{"id":"7"}', fiat: '{', fiats: '{"0":1}' })
    expect(readClientState(storage)).toEqual(readClientState(storageOf()))
  })
})

describe('storage of an older build', () => {
  test('is cleared once', () => {
    const storage = storageOf({ lang: 'fra', left: 'over' })
    clearOldStorage(storage)
    expect(storage.keys()).toEqual(['h5Version'])
    keepLanguage(storage, 'th')
    clearOldStorage(storage)
    expect(readClientState(storage).lang).toBe('th')
  })

  test.each(['0', '0.9', 'x'])('is cleared at version %s', (h5Version) => {
    const storage = storageOf({ h5Version, left: 'over' })
    clearOldStorage(storage)
    expect(storage.keys()).toEqual(['h5Version'])
  })

  test('never keeps a token', () => {
    const storage = storageOf({ h5Version: '1', token: 'a'.repeat(32) })
    clearOldStorage(storage)
    expect(storage.keys()).toEqual(['h5Version'])
  })
})

describe('fiats', () => {
  test('setting the list selects the current code again, at its new rate', () => {
    const storage = storageOf()
    keepFiats(storage, [EUR, JPY], NOW)
    expect(readClientState(storage)).toMatchObject({ fiat: JPY, fiats: [EUR, JPY], saveTime: NOW })
    keepFiat(storage, 'EUR')
    keepFiats(storage, [{ ...EUR, rate: '0.93' }, JPY], NOW + FIATS_FRESH_MS)
    expect(readClientState(storage).fiat).toEqual({ currency_code: 'EUR', rate: '0.93' })
  })

  test('are refreshed at most hourly', () => {
    const storage = storageOf()
    keepFiats(storage, [JPY], NOW)
    keepFiats(storage, [{ ...JPY, rate: '160' }], NOW + FIATS_FRESH_MS - 1)
    expect(readClientState(storage).fiat.rate).toBe('151.5')
    keepFiats(storage, [{ ...JPY, rate: '160' }], NOW + FIATS_FRESH_MS)
    expect(readClientState(storage).fiat.rate).toBe('160')
  })

  test('a clock that was set back does not stop them', () => {
    const storage = storageOf()
    keepFiats(storage, [JPY], NOW + 10 * FIATS_FRESH_MS)
    keepFiats(storage, [{ ...JPY, rate: '160' }], NOW)
    expect(readClientState(storage).fiat.rate).toBe('160')
  })

  test('choosing one does not make the list younger', () => {
    const storage = storageOf()
    keepFiats(storage, [EUR, JPY], NOW)
    keepFiat(storage, 'EUR')
    expect(readClientState(storage)).toMatchObject({ fiat: EUR, saveTime: NOW })
  })

  test('a code that the list has not keeps its old rate', () => {
    const storage = storageOf()
    keepFiats(storage, [EUR], NOW)
    expect(readClientState(storage).fiat).toEqual(DEFAULT_FIAT)
  })
})

describe('the user', () => {
  test('only what is public is kept; refreshing replaces it, logging out clears it', () => {
    const storage = storageOf()
    const answer = {
      id: 7,
      nickname: 'Alice',
      head_portrait: '',
      level: 2,
      email: 'alice@example.com',
      token: 'secret',
    }
    keepUser(storage, answer)
    expect(storage.getItem('user')).not.toMatch(/secret|example/)
    keepUser(storage, { ...answer, nickname: 'Alicia' })
    expect(readClientState(storage).user).toEqual({ id: 7, nickname: 'Alicia', head_portrait: '', level: 2 })
    forgetUser(storage)
    expect(readClientState(storage).user).toBeNull()
  })
})

describe('cookies that were lost', () => {
  const pageIn = (lang: string, { accepts = true } = {}) => {
    const set: string[] = []
    return {
      documentElement: { lang },
      get cookie() {
        return set.join('; ')
      },
      set cookie(text: string) {
        if (accepts) set.push(text.split(';')[0] ?? '')
      },
    }
  }

  test('come back from what is kept, and the page is drawn again in its language', () => {
    const storage = storageOf()
    keepLanguage(storage, 'fra')
    keepFiats(storage, [EUR, JPY], NOW)
    keepFiat(storage, 'JPY')
    const page = pageIn('ja')
    expect(restoreLostChoices(page, storage)).toBe(true)
    expect(page.cookie).toBe('cm_fiat=JPY; cm_language=fra')
    expect(restoreLostChoices(page, storage)).toBe(false)
  })

  test('the fiat that came with the language is no choice: the next language brings its own', () => {
    const storage = storageOf()
    keepLanguage(storage, 'fra')
    keepFiats(storage, [EUR, JPY], NOW)
    keepFiat(storage, 'EUR')
    const page = pageIn('fr')
    restoreLostChoices(page, storage)
    expect(page.cookie).toBe('cm_language=fra')
  })

  test('a first visitor keeps the page as it is', () => {
    const page = pageIn('ja')
    expect(restoreLostChoices(page, storageOf())).toBe(false)
    expect(page.cookie).toBe('')
  })

  test('a browser that refuses cookies is not sent round in circles', () => {
    const storage = storageOf()
    keepLanguage(storage, 'fra')
    expect(restoreLostChoices(pageIn('ja', { accepts: false }), storage)).toBe(false)
  })
})

test.each(['cm_theme', 'cm_rise', 'cm_pins', 'cm_announcement'])('no script reads %s', (name) => {
  expect(choiceCookie(name, '1')).toMatch(/; HttpOnly$/)
})

// A script cannot overwrite a cookie that it cannot read.
test.each([
  'cm_language',
  'cm_fiat',
  'cm_offset',
  'cm_profile',
  'cm_hidden',
  'cm_terminal',
  'cm_product',
  'cm_pair',
  'cm_share',
])('scripts write %s too', (name) => {
  expect(choiceCookie(name, '1')).not.toContain('HttpOnly')
})
