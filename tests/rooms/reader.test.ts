// A socket whose other end stops reading is closed after a bounded amount; one that reads slowly but answers stays.

import { describe, expect, test } from 'vitest'
import { NOT_READ, Reader, type ReaderTerms } from '#party/lib/reader'
import { SocketClient } from '#party/gateway/socket-client'

const MEGABYTE = 1024 * 1024
const TEXT = 'x'.repeat(100_000)

class FakeSocket {
  readyState: number = WebSocket.OPEN
  length = 0
  questions: number[] = []
  closed: number | null = null

  send(text: string): void {
    if (this.readyState !== WebSocket.OPEN) throw new Error('closing')
    this.length += text.length
    if (text.startsWith('?')) this.questions.push(Number(text.slice(1)))
  }

  close(code: number): void {
    if (this.readyState !== WebSocket.OPEN) throw new Error('closing')
    this.readyState = WebSocket.CLOSING
    this.closed = code
  }

  setState(): void {}
}

const open = (terms: Partial<ReaderTerms> = {}) => {
  const socket = new FakeSocket()
  const reader = new Reader(socket, { unreadMax: 4 * MEGABYTE, question: (number) => `?${number}`, ...terms })
  return { socket, reader }
}

describe('a reader that is asked', () => {
  test('is closed when it never answers, after the amount and not much more', () => {
    const { socket, reader } = open()
    for (let count = 0; count < 1_000; count += 1) reader.send(TEXT)
    expect(socket.closed).toBe(NOT_READ)
    expect(socket.length).toBeGreaterThan(4 * MEGABYTE)
    expect(socket.length).toBeLessThan(4 * MEGABYTE + 2 * TEXT.length)
  })

  test('stays through any amount when it answers late, two megabytes behind', () => {
    const { socket, reader } = open()
    let askedAt = 0
    let answered = 0
    for (let count = 0; count < 1_000; count += 1) {
      reader.send(TEXT)
      if (socket.questions.length === answered) askedAt = count
      else if (count - askedAt > 20) expect(reader.answer(socket.questions[answered++])).toBe(true)
    }
    expect(socket.closed).toBeNull()
    expect(answered).toBeGreaterThan(20)
  })

  test('must name the number that was asked for, once', () => {
    const { socket, reader } = open()
    for (let count = 0; count < 10; count += 1) reader.send(TEXT)
    const [number = -1] = socket.questions
    expect([reader.answer(number + 1), reader.answer(undefined), reader.answer(String(number))]).not.toContain(true)
    expect(reader.answer(number)).toBe(true)
    expect(reader.answer(number)).toBe(false)
  })
})

test('a client of the gateway is closed without heartbeats, and stays with them', () => {
  const state = { sid: 'one', address: null, session: null, isProbing: false, isJoined: false, openedAt: 0 }
  const connect = (pingedAt: () => number) => {
    const socket = new FakeSocket()
    const client = new SocketClient(socket, state, pingedAt)
    for (let count = 0; count < 1_000; count += 1) client.send({ key: null, text: TEXT, packet: { type: 'noop' } })
    return socket
  }
  let beats = 0
  expect(connect(() => (beats += 1)).closed).toBeNull()
  const silent = connect(() => 7)
  expect(silent.closed).toBe(NOT_READ)
  expect(silent.length).toBeLessThan(17 * MEGABYTE)
})
