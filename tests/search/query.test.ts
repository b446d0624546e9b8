// Search query parsing and the browser's recent searches.

import { describe, expect, test } from 'vitest'
import { readSearch, searchPath } from '../../app/routes/search/query'
import { addRecent, clearRecent, readRecent } from '../../app/routes/search/recent'

const search = (query: string) => readSearch(new URLSearchParams(query))

describe('a search', () => {
  test.each([
    ['', { text: '', kind: 'all', isMissing: false }],
    ['q=', { text: '', kind: 'all', isMissing: true }],
    ['q=%20%20', { text: '', kind: 'all', isMissing: true }],
    ['q=%20eth%20', { text: 'eth', kind: 'all', isMissing: false }],
    ['q=eth&kind=news', { text: 'eth', kind: 'news', isMissing: false }],
    ['q=eth&kind=people', { text: 'eth', kind: 'all', isMissing: false }],
  ])('“%s”', (query, expected) => expect(search(query)).toEqual(expected))

  test('is no longer than anybody would type', () => {
    expect(search(`q=${'x'.repeat(500)}`).text).toHaveLength(64)
  })

  test('has an address', () => {
    expect(searchPath('a b', 'pages')).toBe('/search?q=a+b&kind=pages')
    expect(searchPath('', 'all')).toBe('/search')
  })
})

describe('recent searches', () => {
  const storage = () => {
    const kept = new Map<string, string>()
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
  }

  test('the newest is first, the same again is one, and eight are kept', () => {
    const own = storage()
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'B']) addRecent(text, own)
    expect(readRecent(own).join('')).toBe('Bihgfedc')
  })

  test('can be cleared', () => {
    const own = storage()
    addRecent('a', own)
    clearRecent(own)
    expect(readRecent(own)).toEqual([])
  })

  test.each(['{', '7', '{"a":1}', '[1,null,"eth"]'])('what somebody else left there, %s, does no harm', (left) => {
    const own = storage()
    own.setItem('cm_recent_searches', left)
    expect(readRecent(own)).toEqual(left.includes('eth') ? ['eth'] : [])
  })

  test('a storage that is forbidden keeps nothing and breaks nothing', () => {
    const forbidden = {
      getItem: (): string | null => {
        throw new Error('forbidden')
      },
      setItem: () => {
        throw new Error('forbidden')
      },
      removeItem: () => {
        throw new Error('forbidden')
      },
    }
    expect(addRecent('eth', forbidden)).toEqual(['eth'])
    expect(() => clearRecent(forbidden)).not.toThrow()
  })
})
