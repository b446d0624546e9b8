// The wire format byte for byte, as clients of Engine.IO 3 and socket.io 2 use it.

import { describe, expect, test } from 'vitest'
import {
  CONNECTED,
  announceEvent,
  announceOpen,
  announcePong,
  readMessage,
  readPacket,
  readPayload,
  writePayload,
} from '#party/gateway/packets'

describe('what is said', () => {
  test('an event is a message of Engine.IO with a packet of socket.io', () => {
    expect(announceEvent(null, 'daymarket', { type: 'daymarket' }).text).toBe('42["daymarket",{"type":"daymarket"}]')
  })
  test('a connection opens with its sid and joins the one namespace', () => {
    expect(announceOpen('abc', ['websocket']).text).toBe(
      '0{"sid":"abc","upgrades":["websocket"],"pingInterval":25000,"pingTimeout":20000}',
    )
    expect(CONNECTED.text).toBe('40')
  })
  test('a pong repeats what the ping carried', () => {
    expect(announcePong('probe').text).toBe('3probe')
    expect(announcePong(undefined).text).toBe('3')
  })
  test('a poll is answered with packets and their lengths in characters', () => {
    expect(writePayload([CONNECTED.packet, { type: 'message', data: '2["é"]' }])).toBe('2:407:42["é"]')
  })
})

describe('what is heard', () => {
  test('login with a number or a text', () => {
    expect(readMessage(readPacket('42["login",10001]')?.data)).toEqual({ type: 'event', name: 'login', args: [10001] })
    expect(readMessage('2["login","10001"]')).toEqual({ type: 'event', name: 'login', args: ['10001'] })
  })
  test('leaving', () => {
    expect(readMessage('1')).toEqual({ type: 'disconnect' })
  })
  test('another namespace and an answer that nobody waits for are nothing to us', () => {
    expect(readMessage('2/admin,["login",1]')).toEqual({ type: 'other' })
    expect(readMessage('31[]')).toEqual({ type: 'other' })
  })
  test.each(['', '9', 'x', 'hello', '{"type":"snapshot"}'])('%j is no packet', (text) => {
    expect(readPacket(text)).toBeNull()
  })
  test.each(['2{', '2[', '8["login"]', '52-["login"]x', '5x', undefined, 5])('%j is no message', (data) => {
    expect(readMessage(data)).toBeNull()
  })
  test('a binary event waits for nothing', () => {
    expect(readMessage('51-["file",{"_placeholder":true,"num":0}]')).toBeNull()
    expect(readMessage('2["login",1]')).toMatchObject({ name: 'login' })
  })
  test('a post of several packets, and of too many', () => {
    expect(readPayload('1:217:42["login",10001]', 16)).toHaveLength(2)
    expect(readPayload('1:21:21:2', 2)).toBeNull()
  })
  test.each(['', 'x', '5:2', '1:9', '3', '1:2junk'])('the post %j is none', (body) => {
    expect(readPayload(body, 16)).toBeNull()
  })
})
