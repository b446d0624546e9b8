// /api endpoints of account security: passwords and bound addresses.

import * as v from 'valibot'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { OwnerProof } from '#domain/security'
import { type AddressBinding, bindAddress } from '#services/security/addresses'
import {
  type PasswordChange,
  type PasswordRefusal,
  changeLoginPassword,
  changePayPassword,
} from '#services/security/passwords'
import { sentence } from '#services/words'
import { clientIp } from '#session/client-ip'
import { secret, text } from '#services/input'
import { sentenceText } from './fields'
import { type PrivateCall, privateRoute } from './route'
import { readStepUp, secondFactorFields, stepUpFields } from './step-up-fields'

const code = v.optional(text(32))

/** Two spellings of the repeated password exist. `account` is accepted but ignored, since the session identifies the user. */
const change = {
  account: v.optional(text(254)),
  password: secret,
  repassword: v.optional(secret),
  re_password: v.optional(secret),
  oldpassword: v.optional(secret),
  code,
}

interface ChangeInput {
  readonly password: string
  readonly repassword?: string | undefined
  readonly re_password?: string | undefined
  readonly oldpassword?: string | undefined
  readonly code?: string | undefined
  readonly totp_code?: string | undefined
  readonly passkey?: string | undefined
}

function readChange(input: ChangeInput): Outcome<PasswordChange, 'field_missing'> {
  const passwordAgain = input.repassword ?? input.re_password
  if (passwordAgain === undefined) return refuse('field_missing', { field: 'repassword' })
  if (input.oldpassword === undefined && input.code === undefined)
    return refuse('field_missing', { field: 'oldpassword' })
  const { oldpassword: oldPassword, code, password } = input
  return done({ oldPassword, code, password, passwordAgain, proof: readStepUp(input) })
}

async function answerChange(
  { env, session, language, input }: PrivateCall<ChangeInput>,
  carryOut: typeof changeLoginPassword,
): Promise<Outcome<string, PasswordRefusal | 'field_missing'>> {
  const asked = readChange(input)
  if (!asked.ok) return asked
  const outcome = await carryOut(env, session, asked.value)
  return outcome.ok ? done(sentence(language, 'done_password_changed')) : outcome
}

type ProofInput = Parameters<typeof readStepUp>[0] & { readonly own_code?: string | undefined }

/** Null when the client sent no proof, like clients without a second proof. */
function readProof(input: ProofInput): OwnerProof | null {
  const proof = { ...readStepUp(input), code: input.own_code }
  return Object.values(proof).some((given) => given !== undefined) ? proof : null
}

async function answerBinding(
  { env, request, session, language, input }: PrivateCall<ProofInput & { readonly code: string }>,
  bound: Pick<AddressBinding, 'kind' | 'account' | 'mayBeUnproven'>,
): Promise<Outcome<string>> {
  const outcome = await bindAddress(env, session, {
    ...bound,
    code: input.code,
    proof: readProof(input),
    clientIp: clientIp(request),
  })
  if (!outcome.ok) return outcome
  return done(sentence(language, outcome.value.isUnproven ? 'done_mobile_bound_unproven' : 'done_address_bound'))
}

/** Second proof, if required: pay password or authenticator, or a code sent to the previously bound address. */
const proof = { ...stepUpFields, own_code: v.optional(text(32)) }

export const securityRoutes = [
  privateRoute({
    method: 'POST',
    path: '/user/changePassword',
    summary: 'Change the login password by the old one or by a code; every session ends',
    tag: 'Account',
    input: v.object(change),
    output: sentenceText,
    handler: (call) => answerChange(call, changeLoginPassword),
  }),
  privateRoute({
    method: 'POST',
    path: '/user/changeFundPassword',
    summary: 'Change the pay password by the old one, or by a code and the second factor where there is one',
    tag: 'Account',
    input: v.object({ ...change, ...secondFactorFields }),
    output: sentenceText,
    handler: (call) => answerChange(call, changePayPassword),
  }),
  privateRoute({
    method: 'POST',
    path: '/safe/update_password',
    summary: 'Set the pay password with a code, and the second factor where there is one',
    tag: 'Account',
    input: v.object({ password: secret, re_password: secret, code: text(32), ...secondFactorFields }),
    output: sentenceText,
    handler: (call) => answerChange(call, changePayPassword),
  }),
  privateRoute({
    method: 'POST',
    path: '/safe/mobile',
    summary:
      'Bind a mobile number; without own_code a first one proves nothing for 72 hours; another proof is needed to replace one',
    tag: 'Account',
    input: v.object({ mobile: text(40), area_code: v.optional(text(8)), code: text(32), ...proof }),
    output: sentenceText,
    handler: (call) => {
      const { mobile, area_code: areaCode } = call.input
      return answerBinding(call, { kind: 'sms', account: { text: mobile, areaCode }, mayBeUnproven: true })
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/safe/email',
    summary: 'Bind an e-mail address; another proof is needed to replace one',
    tag: 'Account',
    input: v.object({ email: text(254), code: text(32), ...proof }),
    output: sentenceText,
    handler: (call) => answerBinding(call, { kind: 'mail', account: { text: call.input.email } }),
  }),
]
