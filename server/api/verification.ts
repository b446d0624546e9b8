// /api/real/state and /api/user/real: personal data (level 1), and pictures as evidence (level 2).

import * as v from 'valibot'
import { ID_TYPES } from '#domain/identity-document'
import { done } from '#domain/outcome'
import { REVIEW_STATUS, VERIFICATION_STATES } from '#domain/verification'
import { type Caller, readInput } from '#services/operation'
import { advancedVerification, basicVerification, readVerification } from '#services/verification'
import { signPicture } from '#services/signed-picture'
import { sentence } from '#services/words'
import { reference, text } from '#services/input'
import { sentenceText } from './fields'
import { callerOf, privateRoute } from './route'

const reviewStatus = v.pipe(v.number(), v.description('0 none or not passed, 1 under review, 2 passed'))
const state = v.picklist(VERIFICATION_STATES)
const picture = v.optional(v.pipe(reference, v.regex(/^\/uploads\/[\w-]{1,40}$/)))

export const verificationRoutes = [
  privateRoute({
    method: 'GET',
    alsoBy: ['POST'],
    path: '/real/state',
    summary: 'How far identity verification has come',
    tag: 'Account',
    input: v.object({}),
    output: v.object({
      real_status: reviewStatus,
      review_status: reviewStatus,
      advanced_review_status: reviewStatus,
      state,
      advanced_state: state,
      reason: v.pipe(v.string(), v.description('why the newest level did not pass')),
      real_data: v.nullable(
        v.object({
          id_type: v.pipe(v.number(), v.description('0 ID card, 1 passport, 2 driving licence')),
          name: v.string(),
          card_id: v.pipe(v.string(), v.description('masked')),
          front_pic: v.string(),
          reverse_pic: v.string(),
          country: v.string(),
        }),
      ),
    }),
    handler: async ({ env, session }) => {
      const outcome = await readVerification(env, session)
      if (!outcome.ok) return outcome
      const { basic, advanced, document, pictures } = outcome.value
      const now = Date.now()
      return done({
        real_status: REVIEW_STATUS[basic.state],
        review_status: REVIEW_STATUS[basic.state],
        advanced_review_status: REVIEW_STATUS[advanced.state],
        state: basic.state,
        advanced_state: advanced.state,
        reason: advanced.reason || basic.reason,
        real_data: document && {
          id_type: ID_TYPES.indexOf(document.idType),
          name: document.name,
          card_id: document.maskedNumber,
          front_pic: signPicture(env, pictures?.front ?? '', now),
          reverse_pic: signPicture(env, pictures?.reverse ?? '', now),
          country: document.country,
        },
      })
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/user/real',
    summary: 'Submit identity verification: real_type 1 with a document, 2 with its pictures',
    tag: 'Account',
    input: v.object({
      real_type: v.picklist(['1', '2']),
      id_type: v.optional(v.picklist(['0', '1', '2'])),
      name: v.optional(text(60)),
      card_id: v.optional(text(40)),
      country: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z]{2}$/))),
      front_pic: picture,
      reverse_pic: picture,
    }),
    output: sentenceText,
    handler: async (call) => {
      const outcome = await submitLevel(callerOf(call), call.input)
      return outcome.ok ? done(sentence(call.language, 'done_verification_submitted')) : outcome
    },
  }),
]

interface Entry {
  readonly real_type: '1' | '2'
  readonly id_type?: '0' | '1' | '2' | undefined
}

/** Each level needs fields of its own. */
function submitLevel(caller: Caller, { real_type: level, id_type: type, ...entry }: Entry) {
  if (level === '2') {
    const read = readInput(advancedVerification.input, entry)
    return read.ok ? advancedVerification.run(caller, read.value) : read
  }
  const read = readInput(basicVerification.input, { ...entry, id_type: type && ID_TYPES[Number(type)] })
  return read.ok ? basicVerification.run(caller, read.value) : read
}
