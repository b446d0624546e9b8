// Worker entry and routing: /api (Hono), /udf (charting libraries), /binance (a dialect of programs), /mcp (agents), /metrics,
// /parties (rooms), /socket.io (gateway for existing clients), pages.

import { logError } from '#lib/log-line'
import { WorkerEntrypoint } from 'cloudflare:workers'
import { type Context, Hono } from 'hono'
import { routePartykitRequest } from 'partyserver'
import { api, apiDocument } from './api/app'
import { backupApp } from './api/backup'
import { binance } from './api/binance/app'
import { doctorApp } from './api/doctor'
import { mcp } from './api/mcp/app'
import { agentMetadata } from './api/mcp/metadata'
import { oauth } from './api/mcp/oauth'
import { answerMediaForm } from './api/media-form'
import { metricsApp } from './api/metrics'
import { screeningApp } from './api/screening'
import { answerGallery, answerPicture } from './api/picture'
import { udf } from './api/udf'
import { counted, traceHeader } from './counted-request'
import { runSweep } from './cron/sweep'
import { findPair } from './domain/catalogue'
import { isLanguage } from './domain/language'
import { MisconfiguredError, requireConfiguration } from './env'
import { underTrace, withTraceHeader } from './lib/trace'
import { MCP_PATH } from './services/agents/place'
import { isClosedForRestore } from './services/backup/site'
import { loadCatalogue } from './services/catalogue'
import { hasLot } from './services/nft/lots'
import { readHealth } from './services/health'
import { actSometimes, actWhileHeard } from './services/demo-traders/watch'
import { hearRoom, isRelayed } from './services/relays'
import { storeCountedSometimes } from './services/operating/totals'
import { findSupportOwner, ownsThread } from './services/support/threads'
import { loadPages } from './pages'
import { makeNonce, secureAnswer, securePage } from './security-headers'
import { dropBody } from './session/bounded-body'
import { withClientIp } from './session/client-ip'
import { guardGateway, withOrigin } from './session/gateway-guard'
import { guardPage } from './session/page-guard'
import { guardParty } from './session/party-guard'
import { placeOf, withDevPlace } from './session/place'
import { SOCKET_PATH } from './socket/operations'
import { DIALECT_SOCKETS, admitSocket } from './socket/visitor'
import { wellKnown } from './well-known'

export { Account } from '../party/account/room'
export { Drain } from './cron/drain'
export { Gateway } from '../party/gateway/room'
export { Leader } from '../party/leader/room'
export { Market } from '../party/market/room'
export { Quotes } from '../party/quotes/room'
export { Event } from '../party/event/room'
export { Chat } from '../party/chat/room'
export { Log } from '../party/log/room'
export { Lot } from '../party/lot/room'
export { ProgramSocket } from './socket/room'
export { Relay } from '../party/relay/room'
export { Thread } from '../party/thread/room'
export { Watch } from '../party/watch/room'

const CLOSED_FOR_RESTORE = 'This site is being restored from a backup, and opens when `npm run restore` has ended.'

type AppContext = Context<{ Bindings: Env }>

const app = new Hono<{ Bindings: Env }>()

app.use(counted)
app.use(async (context, next) => {
  // The doctor reports mistakes in the configuration, so its route skips the check.
  if (context.req.path !== '/operator/doctor') requireConfiguration(context.env)
  await next()
  await dropBody(context.req.raw)
  const secured = secureAnswer(context.res, context.req.url, [traceHeader()])
  if (secured !== context.res) context.res = secured
})
app.use(async (context, next) => {
  const { env, req } = context
  const isServed = /^\/(?:health|operator\/(?:backup|doctor))(?:\/|$)/.test(req.path)
  if (!isServed && (await isClosedForRestore(env, Date.now())))
    return context.text(CLOSED_FOR_RESTORE, 503, { 'Retry-After': '60', 'Cache-Control': 'no-store' })
  return next()
})
app.get('*', (context, next) => {
  const { pathname, search } = new URL(context.req.url)
  const meant = meantPath(pathname)
  return meant === pathname ? next() : Promise.resolve(context.redirect(meant + search, 308))
})
// For load balancers and scripts: the Worker runs and is configured. `?full` for probes: what every request needs works.
app.get('/health', async (context) => {
  if (context.req.query('full') === undefined) return context.text('ok')
  const health = await readHealth(context.env, Date.now())
  return context.json(health, health.isUp ? 200 : 503, { 'Cache-Control': 'no-store' })
})
app.route('/operator/backup', backupApp)
app.route('/operator/doctor', doctorApp)
app.route('/operator/screening', screeningApp)
app.route('/metrics', metricsApp)
// Pages of the API: their address says where, with and without the ending of page data.
for (const path of ['/api/docs', '/api/docs.data', '/api/docs/*']) app.all(path, answerPage)
app.get(SOCKET_PATH, answerSocket)
app.route('/api', api)
app.route('/udf', udf)
for (const path of DIALECT_SOCKETS) app.get(path, answerSocket)
app.route('/binance', binance)
app.route(MCP_PATH, mcp)
// The page /oauth/authorize is not among them.
app.route('/oauth', oauth)
app.route('/.well-known', agentMetadata)
app.route('/.well-known', wellKnown)
app.get('/uploads/*', (context) => answerPicture(context.req.raw, context.env))
app.get('/media/*', (context) => answerGallery(context.req.raw, context.env))
app.post('/media', (context) => answerMediaForm(context.req.raw, context.env))
app.all('/parties/*', answerParty)
app.all('/socket.io', answerGateway)
app.all('/socket.io/*', answerGateway)
app.all('*', answerPage)
// Details go to the log; clients get a generic text.
app.onError((error) => {
  logError('unexpected failure', error)
  if (error instanceof MisconfiguredError) return new Response('This site is not set up yet.', { status: 503 })
  return new Response('Something went wrong on our side.', { status: 500 })
})

/** Clients add a slash before a reference; a client mounted below a folder adds the folder too. */
const meantPath = (pathname: string): string =>
  /^(?!\/api\/).*?(\/(?:uploads|media|static)\/[\w./-]+)$/.exec(pathname)?.[1] ?? pathname.replace(/^\/+/, '/')

async function answerParty(context: AppContext): Promise<Response> {
  const guarded = await guardParty(context.req.raw, context.env)
  if (guarded instanceof Response) return guarded
  const admitted = withTraceHeader(guarded)
  if (!(await hasRoom(context.env, admitted))) return context.notFound()
  const room = async () => (await routePartykitRequest(admitted, context.env)) ?? context.notFound()
  return isRelayed(admitted) ? hearRoom(admitted, context.env, room) : room()
}

async function answerGateway({ env, req }: AppContext): Promise<Response> {
  const admitted = await guardGateway(req.raw, env)
  if (admitted instanceof Response) return withOrigin(req.raw, admitted)
  const room = env.Gateway.get(env.Gateway.idFromName(admitted.room))
  return withOrigin(req.raw, await room.fetch(withTraceHeader(admitted.request)))
}

function answerSocket({ env, req }: AppContext): Response | Promise<Response> {
  const admitted = admitSocket(req.raw, env)
  if (admitted instanceof Response) return admitted
  return env.ProgramSocket.get(env.ProgramSocket.idFromName(admitted.room)).fetch(withTraceHeader(admitted.request))
}

/** A Durable Object room is created by its name, so clients may only name existing rooms. Account rooms are checked by the guard. */
async function hasRoom(env: Env, request: Request): Promise<boolean> {
  // Raw path: it names the room, and decoding would admit other spellings of a name.
  const [, , room, name = ''] = new URL(request.url).pathname.split('/')
  if (room === 'quotes') return name === 'main'
  if (room === 'chat') return isLanguage(name)
  if (room === 'thread') return ownsThread(env, await findSupportOwner(request, env), name)
  if (room === 'lot') return hasLot(env, name)
  return room !== 'market' || findPair(await loadCatalogue(env), name) !== undefined
}

async function answerPage({ env, executionCtx, req }: AppContext): Promise<Response> {
  // Socket clients retry forever; requests to a path without sockets get a short 404.
  if (req.header('Upgrade')?.toLowerCase() === 'websocket') return new Response('Not found', { status: 404 })
  const admitted = await guardPage(req.raw, env)
  if (admitted instanceof Response) return admitted
  executionCtx.waitUntil(actSometimes(env, Date.now()))
  const nonce = makeNonce()
  const { render } = await loadPages()
  const page = await render(admitted, {
    env,
    ctx: executionCtx,
    cspNonce: nonce,
    place: placeOf(req.raw),
    apiDocument,
  })
  return securePage(page, { env, nonce, url: new URL(req.url) })
}

function answer(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  return underTrace(null, async () => {
    const known = withDevPlace(withClientIp(request, env), env)
    const answered = await app.fetch(known, env, ctx)
    ctx.waitUntil(storeCountedSometimes(env, Date.now()))
    return answered
  })
}

export default {
  fetch: answer,
  async scheduled(controller, env, ctx) {
    requireConfiguration(env)
    if (await isClosedForRestore(env, controller.scheduledTime)) return
    ctx.waitUntil(underTrace(null, () => actWhileHeard(env)))
    await underTrace(null, () => runSweep(env, controller.scheduledTime))
  },
} satisfies ExportedHandler<Env>

/** Entry point without the asset router: asset files are fetched only for paths of files. */
export class Direct extends WorkerEntrypoint<Env> {
  override async fetch(request: Request): Promise<Response> {
    if (isFilePath(request)) {
      const file = await this.env.ASSETS.fetch(request.url, { method: request.method, headers: request.headers })
      if (file.status !== 404) return file
    }
    return answer(request, this.env, this.ctx)
  }
}

function isFilePath(request: Request): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const { pathname } = new URL(request.url)
  return !/^\/(?:api|parties|socket\.io)\//.test(pathname) && /\.\w+$/.test(pathname)
}
