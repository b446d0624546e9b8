// /api endpoints of registration, login and own profile. They reveal the existence of an account only where the wire
// contract requires it.

import * as v from 'valibot'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type AccountText, checkCode, login, logout, register, resetPassword, sendCode } from '#services/identity'
import { getProfile } from '#services/profile'
import { sentence } from '#services/words'
import { clientIp } from '#session/client-ip'
import { placeOf } from '#session/place'
import { clearSocketCookie, hasSameOrigin, isCookieSession, makeSocketCookie } from '#session/session'
import { secret, text } from '#services/input'
import { sentenceText, wireDate, wireId } from './fields'
import { flagOf, formatDate } from './format'
import { type Call, privateRoute, publicRoute } from './route'

const account = text(254)
const code = text(32)
const areaCode = v.optional(text(8))
const reviewStatus = v.pipe(v.number(), v.description('0 none, 1 under review, 2 passed'))
const purposeWords = v.optional(text(32))

/** `type` or `scene` "forget" selects password reset; any other value selects registration. */
const readPurpose = (words: { readonly scene?: string | undefined; readonly type?: string | undefined }) =>
  words.scene === 'forget' || words.type === 'forget' ? ('forget' as const) : ('register' as const)

async function answerCode(call: Call<{ scene?: string | undefined; type?: string | undefined }>, owner: AccountText) {
  const outcome = await sendCode(call.env, {
    account: owner,
    purpose: readPurpose(call.input),
    language: call.language,
    clientIp: clientIp(call.request),
    disclosure: { kind: 'contract', later: call.later },
  })
  return outcome.ok ? done(sentence(call.language, 'done_code_sent')) : outcome
}

/** Checks a code for the given purpose; without a purpose, a code of either purpose is accepted. */
async function answerCheck(
  call: Call<{ scene?: string | undefined; type?: string | undefined }>,
  facts: { readonly account: AccountText; readonly code: string },
): Promise<Outcome<string>> {
  const check = (purpose: 'register' | 'forget') =>
    checkCode(call.env, { ...facts, purpose, clientIp: clientIp(call.request) })
  const isNamed = call.input.scene !== undefined || call.input.type !== undefined
  const named = await check(readPurpose(call.input))
  const outcome = named.ok || isNamed || named.refusal.code !== 'code_wrong' ? named : await check('forget')
  return outcome.ok ? done(sentence(call.language, 'done_code_right')) : outcome
}

export const identityRoutes = [
  publicRoute({
    method: 'POST',
    path: '/sms_mail',
    summary: 'Send a verification code by e-mail',
    tag: 'Account',
    input: v.object({ user_string: account, scene: purposeWords, type: purposeWords, area_code: areaCode }),
    output: sentenceText,
    handler: (call) => answerCode(call, { text: call.input.user_string, areaCode: call.input.area_code ?? null }),
  }),
  publicRoute({
    method: 'POST',
    path: '/sms_send',
    summary: 'Send a verification code to a mobile',
    tag: 'Account',
    input: v.object({
      mobile: v.optional(account),
      user_string: v.optional(account),
      area_code: areaCode,
      scene: purposeWords,
      type: purposeWords,
    }),
    output: sentenceText,
    handler: (call) => {
      const number = call.input.mobile ?? call.input.user_string
      if (number === undefined) return refuse('field_missing', { field: 'mobile' })
      return answerCode(call, { text: number, areaCode: call.input.area_code ?? null })
    },
  }),
  publicRoute({
    method: 'POST',
    path: '/user/check_email',
    summary: 'Check a code sent by e-mail, without using it up',
    tag: 'Account',
    input: v.object({ user_string: account, email_code: code, scene: purposeWords, type: purposeWords }),
    output: sentenceText,
    handler: (call) => answerCheck(call, { account: { text: call.input.user_string }, code: call.input.email_code }),
  }),
  publicRoute({
    method: 'POST',
    path: '/user/check_mobile',
    summary: 'Check a code sent to a mobile, without using it up',
    tag: 'Account',
    input: v.object({
      user_string: account,
      mobile_code: code,
      area_code: areaCode,
      country_code: areaCode,
      scene: purposeWords,
      type: purposeWords,
    }),
    output: sentenceText,
    handler: (call) => {
      const { user_string, mobile_code, area_code, country_code } = call.input
      const owner = { text: user_string, areaCode: area_code ?? country_code ?? null }
      return answerCheck(call, { account: owner, code: mobile_code })
    },
  }),
  publicRoute({
    method: 'POST',
    path: '/user/register',
    summary: 'Open an account',
    tag: 'Account',
    input: v.object({
      user_string: account,
      code: v.optional(code),
      password: secret,
      re_password: secret,
      extension_code: v.optional(text(32)),
      type: v.optional(v.picklist(['email', 'mobile']), 'email'),
      area_code: areaCode,
      pay_password: v.optional(secret),
      username: v.pipe(v.optional(text(254)), v.description('the nickname; the account itself again is none')),
    }),
    output: sentenceText,
    handler: async ({ env, request, input, language }) => {
      const outcome = await register(env, {
        account: { text: input.user_string, areaCode: input.area_code ?? null },
        // Codes may be disabled on a site; the service decides whether a missing one matters.
        code: input.code ?? '',
        password: input.password,
        passwordAgain: input.re_password,
        inviteCode: input.extension_code ?? null,
        payPassword: input.pay_password,
        nickname: input.username === input.user_string ? undefined : input.username,
        language,
        clientIp: clientIp(request),
      })
      return outcome.ok ? done(sentence(language, 'done_registered')) : outcome
    },
  }),
  publicRoute({
    method: 'POST',
    path: '/user/forget',
    summary: 'Set a new password with a code (two spellings of the fields are in use)',
    tag: 'Account',
    input: v.object({
      user_string: v.optional(account),
      account: v.optional(account),
      code: v.optional(code),
      password: secret,
      re_password: v.optional(secret),
      repassword: v.optional(secret),
      area_code: areaCode,
    }),
    output: sentenceText,
    handler: async ({ env, request, input, language }) => {
      const owner = input.user_string ?? input.account
      const passwordAgain = input.re_password ?? input.repassword
      if (owner === undefined) return refuse('field_missing', { field: 'user_string' })
      if (passwordAgain === undefined) return refuse('field_missing', { field: 're_password' })
      const outcome = await resetPassword(env, {
        account: { text: owner, areaCode: input.area_code ?? null },
        code: input.code ?? '',
        password: input.password,
        passwordAgain,
        clientIp: clientIp(request),
      })
      return outcome.ok ? done(sentence(language, 'done_password_changed')) : outcome
    },
  }),
  publicRoute({
    method: 'POST',
    path: '/user/login',
    summary: 'Log in; the message is the token for the Authorization header',
    tag: 'Account',
    input: v.object({
      user_string: account,
      password: secret,
      area_code: areaCode,
      totp_code: v.pipe(
        v.optional(text(32)),
        v.description('of the authenticator app, or a recovery code: needed where the account has a second step'),
      ),
    }),
    output: v.pipe(v.string(), v.description('the token, sent raw in Authorization; it lives one day')),
    handler: async ({ env, request, input, setCookie }) => {
      const outcome = await login(env, {
        account: { text: input.user_string, areaCode: input.area_code ?? null },
        password: input.password,
        clientIp: clientIp(request),
        device: (request.headers.get('User-Agent') ?? '').slice(0, 200),
        place: placeOf(request),
        kind: 'api',
        secondCode: input.totp_code ?? null,
      })
      if (!outcome.ok) return outcome
      setCookie(makeSocketCookie(request, outcome.value.token))
      return done(outcome.value.token)
    },
  }),
  privateRoute({
    method: 'GET',
    alsoBy: ['POST'],
    path: '/user/logout',
    summary: 'End this session',
    tag: 'Account',
    input: v.object({}),
    output: sentenceText,
    handler: async ({ env, request, session, language, setCookie }) => {
      // The wire contract logs out by GET, so a link on another site could log a browser out: check the origin.
      if (isCookieSession(request) && !hasSameOrigin(request)) return refuse('origin_refused')
      await logout(env, session)
      setCookie(clearSocketCookie(request))
      return done(sentence(language, 'done_logged_out'))
    },
  }),
  privateRoute({
    method: 'GET',
    alsoBy: ['POST'],
    path: '/user/info',
    summary: 'The user whose session this is',
    tag: 'Account',
    input: v.object({}),
    output: v.object({
      id: wireId,
      account_number: v.string(),
      email: v.string(),
      phone: v.string(),
      nickname: v.string(),
      name: v.string(),
      head_portrait: v.string(),
      signature: v.string(),
      score: v.number(),
      level: v.number(),
      extension_code: v.string(),
      review_status: reviewStatus,
      advanced_review_status: reviewStatus,
      is_seller: v.picklist([0, 1]),
      create_date: wireDate,
    }),
    handler: async ({ env, session }) => {
      const outcome = await getProfile(env, session)
      if (!outcome.ok) return outcome
      const profile = outcome.value
      return done({
        id: profile.id,
        account_number: profile.account,
        email: profile.email ?? '',
        phone: profile.mobile ?? '',
        nickname: profile.nickname,
        name: profile.realName,
        head_portrait: profile.headPortrait,
        signature: profile.signature,
        score: profile.score,
        level: profile.level,
        extension_code: profile.inviteCode,
        review_status: profile.reviewStatus,
        advanced_review_status: profile.advancedReviewStatus,
        is_seller: flagOf(profile.isSeller),
        create_date: formatDate(profile.createdAt),
      })
    },
  }),
]
