// /api endpoints of uploads and public profile, with wire contract field names.

import * as v from 'valibot'
import { done } from '#domain/outcome'
import { changeAvatar, changeNames } from '#services/profile'
import { signPicture } from '#services/signed-picture'
import { saveUpload } from '#services/uploads'
import { file, reference, text } from '#services/input'
import { privateRoute } from './route'

const ONE_ROW = v.pipe(v.literal(1), v.description('rows changed'))

export const uploadRoutes = [
  privateRoute({
    method: 'POST',
    path: '/upload',
    summary: 'Send in a picture (JPEG or PNG, 10 MB); the message is its reference',
    tag: 'Account',
    takesPicture: true,
    input: v.object({ file }),
    output: v.pipe(
      v.string(),
      v.description('a path of this site, to be named where a picture is asked for; it shows the picture for an hour'),
    ),
    handler: async ({ env, session, input }) => {
      const bytes = new Uint8Array(await input.file.arrayBuffer())
      const now = Date.now()
      const saved = await saveUpload(env, session, { purpose: 'private', bytes }, now)
      return saved.ok ? done(signPicture(env, saved.value, now)) : saved
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/user/uploadHeadPortrait',
    summary: 'Show a picture that was sent in, or one of the site (/static/image/avatar/1.png …), as the avatar',
    tag: 'Account',
    input: v.object({ head_portrait: reference }),
    output: ONE_ROW,
    handler: async ({ env, session, input }) => {
      const outcome = await changeAvatar(env, session, input.head_portrait)
      return outcome.ok ? done(1 as const) : outcome
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/user/editNickname',
    summary: 'Change the nickname, and the signature when it is named',
    tag: 'Account',
    input: v.object({ nickname: text(40), signature: v.optional(text(120)) }),
    output: ONE_ROW,
    handler: async ({ env, session, input }) => {
      const outcome = await changeNames(env, session, input)
      return outcome.ok ? done(1 as const) : outcome
    },
  }),
]
