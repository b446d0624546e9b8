// The mail and SMS gateways, against a server on this machine that speaks their documented protocols.

import { type IncomingMessage, type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { postMail, postSms } from '#services/outbox/gateway'

interface Heard {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly authorization: string | undefined
  readonly contentType: string | undefined
  readonly body: unknown
}

let server: Server
let origin = ''
let status = 200
let heard: Heard[] = []

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString())
}

beforeAll(async () => {
  server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const { authorization, 'content-type': contentType } = request.headers
      heard.push({ method: request.method, path: request.url, authorization, contentType, body })
      response.writeHead(status, { 'Content-Type': 'application/json' })
      response.end(status === 200 ? '{"id":"49a3999c-0ce1-4ea6-ab68-afcd6dc2e794"}' : '{"message":"no"}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening server has an address with its port.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  status = 200
  heard = []
})

const message = { subject: 'Your code', body: 'Your code is 123456' }

describe('the mail gateway', () => {
  const env = () => ({ MAIL_URL: `${origin}/emails`, MAIL_TOKEN: 're_token', MAIL_FROM: 'CM <no-reply@cm.example>' })

  it('gets sender, recipient, subject and text with a bearer token', async () => {
    expect(await postMail(env(), { ...message, target: 'alice@example.com' })).toBeNull()
    expect(heard).toEqual([
      {
        method: 'POST',
        path: '/emails',
        authorization: 'Bearer re_token',
        contentType: 'application/json',
        body: {
          from: 'CM <no-reply@cm.example>',
          to: ['alice@example.com'],
          subject: 'Your code',
          text: 'Your code is 123456',
        },
      },
    ])
  })

  it('is reported when it refuses, is not there or was never set up; the message is in no report', async () => {
    status = 422
    const refused = await postMail(env(), { ...message, target: 'alice@example.com' })
    expect(refused).toBe('the gateway answered 422')
    const absent = await postMail(
      { ...env(), MAIL_URL: 'http://127.0.0.1:1/emails' },
      { ...message, target: 'alice@example.com' },
    )
    expect(absent).toMatch(/could not be reached/)
    const unset = await postMail({ MAIL_FROM: 'a@b.example' }, { ...message, target: 'alice@example.com' })
    expect(unset).toBe('MAIL_TOKEN and MAIL_FROM must be set')
    expect(`${refused}${absent}${unset}`).not.toMatch(/123456|alice/)
  })
})

describe('the SMS gateway', () => {
  it('gets sender, number and text with a bearer token', async () => {
    const env = { SMS_URL: `${origin}/v2/messages`, SMS_TOKEN: 'KEY_token', SMS_FROM: '+15550100' }
    expect(await postSms(env, { ...message, target: '+819012345678' })).toBeNull()
    expect(heard[0]).toMatchObject({
      path: '/v2/messages',
      authorization: 'Bearer KEY_token',
      body: { from: '+15550100', to: '+819012345678', text: 'Your code is 123456' },
    })
    expect(await postSms({ ...env, SMS_FROM: '' }, { ...message, target: '+819012345678' })).toMatch(/must be set/)
  })
})
