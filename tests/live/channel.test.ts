// One live channel with a fake socket and clock: its reported connection state is true.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ChannelOptions, type LinkState, openChannel } from '../../app/live/channel'

// Hoisted above the imports: modules read these globals when imported.
const { HeldSocket, sockets } = vi.hoisted(() => {
  class HeldSocket extends EventTarget {
    readonly sent: string[] = []
    readonly close = vi.fn()
    readonly reconnect = vi.fn()
    readonly send = (text: string): void => void this.sent.push(text)

    constructor(readonly url: string) {
      super()
      sockets.push(this)
    }

    opens = () => this.dispatchEvent(new Event('open'))
    closes = () => this.dispatchEvent(new Event('close'))
    says = (data: string) => this.dispatchEvent(new MessageEvent('message', { data }))
  }
  const sockets: HeldSocket[] = []
  return { HeldSocket, sockets }
})
vi.mock('partysocket/ws', () => ({ default: HeldSocket }))

/** The room's poll answer; null for no answer, a number for a refusal with that status. */
let polled: readonly unknown[] | number | null = []
const fetched: string[] = []
let links: LinkState[] = []
let heard: number[] = []
const assign = vi.fn()
const page = { origin: 'https://cm.example', pathname: '/assets', search: '?wallet=change', assign }
let windowStub: EventTarget & { location: typeof page }
let documentStub: EventTarget & { hidden: boolean }
const device = { onLine: true }
let close = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  ;[sockets.length, fetched.length, polled, links, heard, device.onLine] = [0, 0, [], [], [], true]
  windowStub = Object.assign(new EventTarget(), { location: page })
  assign.mockClear()
  documentStub = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('window', windowStub)
  vi.stubGlobal('document', documentStub)
  vi.stubGlobal('navigator', device)
  vi.stubGlobal('fetch', (path: string) => {
    fetched.push(path)
    if (typeof polled === 'number') return Promise.resolve(new Response(null, { status: polled }))
    return polled ? Promise.resolve(Response.json({ messages: polled })) : Promise.reject(new TypeError('no network'))
  })
})

afterEach(() => {
  close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Messages are consecutive numbers. */
function open(silenceMaxMs: number | null = null) {
  const options: ChannelOptions = {
    party: 'market',
    room: 'BTC-USDT',
    receive: (message) => {
      if (message !== (heard.at(-1) ?? 0) + 1) return 'gap'
      heard.push(message)
      return 'current'
    },
    resumeMessage: () => ({ after: heard.length }),
    receivedUpTo: () => heard.length,
    onLink: (state) => links.push(state),
    silenceMaxMs,
  }
  close = openChannel(options)
  const [socket] = sockets
  if (!socket) throw new Error('no socket was opened')
  return socket
}

test('is live once the socket opens, and hears what follows', () => {
  const socket = open()
  expect(socket.url).toBe('wss://cm.example/parties/market/BTC-USDT')
  expect(links).toEqual([])
  socket.opens()
  socket.says('1')
  socket.says('2')
  expect([links, heard]).toEqual([['live'], [1, 2]])
})

test('a gap is asked about once a second, and what is not ours is passed over', () => {
  const socket = open()
  socket.opens()
  socket.says('partyserver:ping')
  socket.says('3')
  socket.says('4')
  expect(socket.sent).toEqual(['{"after":0}'])
  vi.advanceTimersByTime(1_000)
  socket.says('5')
  expect([socket.sent.length, heard]).toEqual([2, []])
})

test('a room that asks whether it is read gets its number back, and the question is no message', () => {
  const socket = open()
  socket.opens()
  socket.says('1')
  socket.says('{"type":"ping","number":7}')
  socket.says('2')
  expect([socket.sent, heard]).toEqual([['{"type":"pong","number":7}'], [1, 2]])
})

test('without its socket it is delayed, then polls from where it stood, until the socket is back', async () => {
  const socket = open()
  socket.opens()
  socket.says('1')
  polled = [2, 3]
  socket.closes()
  expect(links).toEqual(['live', 'delayed'])
  await vi.advanceTimersByTimeAsync(250)
  expect([links.at(-1), heard, fetched]).toEqual(['polling', [1, 2, 3], ['/parties/market/BTC-USDT/poll?after=1']])
  socket.opens()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([links.at(-1), fetched.length]).toEqual(['live', 1])
})

test('nobody answers: offline, and asked again every two seconds', async () => {
  const socket = open()
  polled = null
  socket.closes()
  await vi.advanceTimersByTimeAsync(250)
  expect(links).toEqual(['offline'])
  polled = [1]
  await vi.advanceTimersByTimeAsync(2_000)
  expect([links, heard]).toEqual([['offline', 'polling'], [1]])
})

test('a session that has ended, in another tab perhaps, leads to the login and back', async () => {
  const socket = open()
  polled = 401
  socket.opens()
  socket.closes()
  await vi.advanceTimersByTimeAsync(250)
  expect([links.at(-1), assign.mock.calls.length]).toEqual(['offline', 0])
  await vi.advanceTimersByTimeAsync(4_000)
  expect(assign.mock.calls).toEqual([['/login?notice=session_ended&returnTo=%2Fassets%3Fwallet%3Dchange']])
})

test('a room that fails is asked again, and nobody is sent away', async () => {
  const socket = open()
  polled = 500
  socket.closes()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([links.at(-1), assign.mock.calls.length]).toEqual(['offline', 0])
})

test('a line that is silent for too long is not called live for ever: another is opened', () => {
  const socket = open(5_000)
  socket.opens()
  vi.advanceTimersByTime(4_000)
  expect(socket.reconnect).not.toHaveBeenCalled()
  vi.advanceTimersByTime(4_000)
  expect(socket.reconnect).toHaveBeenCalled()
})

test('after a sleep the old line is renewed when somebody looks again', () => {
  const socket = open()
  socket.opens()
  vi.advanceTimersByTime(10_000)
  documentStub.dispatchEvent(new Event('visibilitychange'))
  expect(socket.reconnect).not.toHaveBeenCalled()
  vi.advanceTimersByTime(15_000)
  documentStub.dispatchEvent(new Event('visibilitychange'))
  expect(socket.reconnect).toHaveBeenCalledTimes(1)
})

test('when the device loses its network the socket is given up, and renewed with the next network', () => {
  const socket = open()
  socket.opens()
  device.onLine = false
  windowStub.dispatchEvent(new Event('offline'))
  expect([links.at(-1), socket.close.mock.calls.length]).toEqual(['offline', 1])
  device.onLine = true
  windowStub.dispatchEvent(new Event('online'))
  expect(socket.reconnect).toHaveBeenCalledTimes(1)
})

test('a channel that was closed says and asks nothing any more', async () => {
  const socket = open(1_000)
  socket.opens()
  close()
  socket.says('1')
  socket.closes()
  await vi.advanceTimersByTimeAsync(30_000)
  expect([links, fetched, socket.close.mock.calls.length]).toEqual([['live'], [], 1])
})
