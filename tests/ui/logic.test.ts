// What components decide: time left, pages of a list, pasted codes, found countries, a picture's size, a toast's life.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { matchArea } from '../../app/text/match'
import { fitWithin } from '../../app/components/image-jpeg'
import { askPage, clientLoader, readFurtherPage } from '../../app/live/further-pages'
import { type ListPages, addPage, joinRows, startPages } from '../../app/live/list-pages'
import { askFirst, currentQuestion } from '../../app/components/prompt'
import { TOAST_MS, currentToasts, subscribeToToasts, toast } from '../../app/components/toast'
import { watchBrokenPlayers } from '../../app/components/broken-players'
import { codeDigits } from '../../app/components/code-field'
import { timeLeft } from '../../app/text/time-left'
import { dayLine } from '../../app/components/sparkline'
import { emptied } from '../../app/site/answer'
import { readFiatCode, readRise } from '../../app/visitor/visitor.server'

describe('time left', () => {
  test.each([
    [95_000, { days: 0, clock: '00:01:35', seconds: 95, isOver: false }],
    [94_001, { days: 0, clock: '00:01:35', seconds: 95, isOver: false }],
    [90_061_000, { days: 1, clock: '01:01:01', seconds: 90_061, isOver: false }],
    [1, { days: 0, clock: '00:00:01', seconds: 1, isOver: false }],
    [0, { days: 0, clock: '00:00:00', seconds: 0, isOver: true }],
    [-5, { days: 0, clock: '00:00:00', seconds: 0, isOver: true }],
  ])('%i ms before the end', (ms, left) => expect(timeLeft(1_000_000 + ms, 1_000_000)).toEqual(left))
})

describe('the line of a day', () => {
  test('goes from the price 24 hours ago to the live one, as the change beside it does', () => {
    expect(dayLine(['101', '99', '103'], { open: '100', price: '98' })).toEqual(['100', '101', '99', '98'])
  })

  test('is as it was drawn while nobody quotes, and none where nothing is known of the day', () => {
    expect(dayLine(['101', '99'], undefined)).toEqual(['101', '99'])
    expect(dayLine([], { open: '100', price: '98' })).toEqual([])
  })
})

describe('the fiat', () => {
  const fiatOf = (cookie: string) => readFiatCode(new Request('https://cm.test/', { headers: { Cookie: cookie } }))
  test.each([
    ['', 'JPY'],
    ['cm_language=en', 'USD'],
    ['cm_language=fra', 'EUR'],
    ['cm_language=hk', 'HKD'],
    ['cm_language=fra; cm_fiat=CHF', 'CHF'],
  ])('of %o is %s', (cookie, code) => expect(fiatOf(cookie)).toBe(code))
})

describe('a list that goes on', () => {
  const of = {}
  const first: ListPages<string> = startPages(of, 1)

  test('a page is added behind, and a row that moved over the border is there once', () => {
    const loading = addPage(first, { kind: 'asked', of, page: 2 })
    expect(loading.state).toBe('loading')
    const pages = addPage(loading, { kind: 'arrived', of, page: 2, rows: ['b', 'c'] })
    expect(pages).toEqual({ of, rows: ['b', 'c'], page: 2, state: 'ready' })
    expect(joinRows(['a', 'b'], pages.rows, String)).toEqual(['a', 'b', 'c'])
  })

  test('a late answer to another question changes nothing', () => {
    expect(addPage(first, { kind: 'arrived', of, page: 7, rows: ['x'] })).toBe(first)
  })

  test('a failure keeps what is there and where to go on', () => {
    const pages: ListPages<string> = { of, rows: ['c'], page: 2, state: 'loading' }
    expect(addPage(pages, { kind: 'failed', of, page: 3 })).toEqual({ of, rows: ['c'], page: 2, state: 'failed' })
  })

  test('another list begins anew', () => {
    const pages: ListPages<string> = { of, rows: ['c'], page: 2, state: 'ready' }
    const other = {}
    expect(addPage(pages, { kind: 'asked', of: other, page: 2 })).toEqual({
      of: other,
      rows: [],
      page: 1,
      state: 'loading',
    })
  })
})

describe('a further page of a list', () => {
  const ADDRESS = '/orders?list=fills&page=2'
  const ask = (serverLoader: () => Promise<unknown>) => {
    askPage(() => undefined, ADDRESS)
    return load(serverLoader)
  }
  const load = (serverLoader: () => Promise<unknown>) =>
    clientLoader({ request: new Request(`https://cm.test${ADDRESS}`), params: {}, serverLoader: serverLoader as never })

  /** As the client throws an answer that is no redirect. */
  const answered = (status: number, data: unknown) =>
    Object.assign(new Error(), { status, statusText: '', internal: false, data })

  test('is the answer of the loader of the page', async () => {
    const answer = readFurtherPage(await ask(async () => ({ rows: [1] })))
    expect(answer).toMatchObject({ address: ADDRESS, data: { rows: [1] } })
  })

  test('that did not come is a failure of the list and not of the page', async () => {
    const answer = readFurtherPage(await ask(() => Promise.reject(new TypeError('Failed to fetch'))))
    expect(answer).toMatchObject({ address: ADDRESS, data: null })
  })

  test('of an ended session leads to where the page leads', async () => {
    const login = new Response(null, { status: 302 })
    await expect(
      ask(async () => {
        throw login
      }),
    ).rejects.toBe(login)
  })

  test('of an ended session that a script asked for leads to where the page leads', async () => {
    const ended = answered(401, { type: '999', message: 'Please log in first.' })
    await expect(ask(() => Promise.reject(ended))).rejects.toBe(ended)
  })

  test('that the server could not read is a failure of the list', async () => {
    const answer = readFurtherPage(await ask(() => Promise.reject(answered(503, ''))))
    expect(answer).toMatchObject({ address: ADDRESS, data: null })
  })

  test('is asked for once: a navigation to its address gets the plain answer or the plain failure', async () => {
    expect(readFurtherPage(await load(async () => ({ rows: [1] })))).toBeNull()
    await expect(load(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toThrow('Failed to fetch')
  })
})

test.each([
  ['123 456', '123456'],
  ['Your code: 123-456.', '123456'],
  ['１２３４５６', '123456'],
  ['1234567', '123456'],
  ['no digits', ''],
])('a pasted "%s" is the code %s', (text, code) => expect(codeDigits(text)).toBe(code))

describe('finding a country', () => {
  const ivory = ["Côte d'Ivoire", '225']
  test.each([
    ['cote', 1],
    ['IVOIRE', 0.8],
    ['voir', 0.5],
    ['+225', 1],
    ['２２５', 1],
    ['ci', 1],
    ['', 1],
    ['japan', 0],
  ])('"%s"', (search, score) => expect(matchArea('CI', search, ivory)).toBe(score))

  test('whose name is held together on one line', () => {
    expect(matchArea('NF', 'นอร์ฟอล์ก', ['เกาะ\u200bนอร์\u2060ฟอล์ก', '672'])).toBeGreaterThan(0)
  })

  test('in Japanese and Thai', () => {
    expect(matchArea('JP', '日', ['日本', '81'])).toBe(1)
    expect(matchArea('TH', 'ไท', ['ไทย', '66'])).toBe(1)
    expect(matchArea('DE', 'ドイツ', ['ドイツ', '49'])).toBe(1)
  })
})

test.each([
  [
    { width: 8000, height: 4000 },
    { width: 4096, height: 2048 },
  ],
  [
    { width: 300, height: 200 },
    { width: 300, height: 200 },
  ],
  [
    { width: 9000, height: 1 },
    { width: 4096, height: 1 },
  ],
])('a picture of %o is drawn as %o', (size, drawn) => expect(fitWithin(size, 4096)).toEqual(drawn))

describe('toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.runAllTimers()
    vi.useRealTimers()
  })

  test('one lives for 1500 ms', () => {
    const listener = vi.fn()
    const leave = subscribeToToasts(listener)
    toast('saved', { tone: 'good' })
    expect(currentToasts()).toMatchObject([{ words: 'saved', tone: 'good' }])
    vi.advanceTimersByTime(TOAST_MS - 1)
    expect(currentToasts()).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(currentToasts()).toEqual([])
    expect(TOAST_MS).toBe(1500)
    expect(listener).toHaveBeenCalledTimes(2)
    leave()
  })

  test('of many the newest three are seen', () => {
    for (const words of ['a', 'b', 'c', 'd']) toast(words)
    expect(currentToasts().map(({ words }) => words)).toEqual(['b', 'c', 'd'])
  })
})

test('a sound or a video that cannot be played is told of, a picture is not, and nobody is told after leaving', () => {
  const said: string[] = []
  class Element extends EventTarget {
    constructor(readonly tagName: string) {
      super()
    }
  }
  for (const name of ['AUDIO', 'VIDEO', 'IMG']) {
    const element = new Element(name)
    const leave = watchBrokenPlayers(element, (what) => said.push(what))
    element.dispatchEvent(new Event('error'))
    leave()
    element.dispatchEvent(new Event('error'))
  }
  expect(said).toEqual(['audio_error', 'video_error'])
})

test('a question is answered once, and a newer one answers it with no', async () => {
  const first = askFirst({ title: 'Cancel all?', yes: 'Cancel all' })
  const second = askFirst({ title: 'Sell?', yes: 'Sell' })
  await expect(first).resolves.toBe(false)
  currentQuestion()?.answer(true)
  await expect(second).resolves.toBe(true)
  expect(currentQuestion()).toMatchObject({ question: { title: 'Sell?' }, isOpen: false })
})

test.each([
  ['cm_language=jp', 'green'],
  ['cm_language=zh', 'green'],
  ['cm_language=en', 'green'],
  ['', 'green'],
  ['cm_language=jp; cm_rise=green', 'green'],
  ['cm_language=en; cm_rise=red', 'red'],
])('with "%s" a rise is %s', (Cookie, rise) => {
  expect(readRise(new Request('https://cm.example/', { headers: { Cookie } }))).toBe(rise)
})

test('An accepted form is emptied, unless the next one was begun while its answer was on the way', () => {
  const sent = { intent: 'open', lots: '20', stop_loss: '' }
  expect(emptied({ leverage: '10', lots: '20', stop_loss: '' }, sent, ['lots', 'stop_loss'])).toEqual({
    leverage: '10',
    lots: '',
    stop_loss: '',
  })
  const next = { leverage: '10', lots: '7', stop_loss: '' }
  expect(emptied(next, sent, ['lots', 'stop_loss'])).toEqual(next)
})
