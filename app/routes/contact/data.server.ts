// Loader and action of the contact page: text, channels, message form.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { parseNamedPlace } from '#domain/place/place'
import { contactChannels } from '#services/content'
import { isSupportOpen, writeToSupport } from '#services/support'
import { clientIp } from '#session/client-ip'
import { answered } from '../../forms/answered.server'
import { loadText } from '../../site/page-text.server'
import { fieldOf, findLiveSession, readLanguage, requireSameOrigin } from '../../visitor/visitor.server'

const loadContact = loadText('contactus')

export async function loader(args: LoaderFunctionArgs) {
  const { env } = args.context
  const [text, channels, hasForm] = await Promise.all([loadContact(args), contactChannels(env), isSupportOpen(env)])
  return { ...text, channels, hasForm, hasOffice: parseNamedPlace(env.OFFICE_PLACE ?? '') !== null }
}

export async function action({ request, context: { env } }: ActionFunctionArgs) {
  requireSameOrigin(request)
  const form = await request.formData()
  const [replyTo, text] = [fieldOf(form, 'replyTo'), fieldOf(form, 'text')]
  const session = await findLiveSession(request, env)
  const language = readLanguage(request)
  const userId = session?.userId ?? null
  const outcome = await writeToSupport(env, { replyTo, text, userId, language, clientIp: clientIp(request) })
  return answered(request, form, outcome, REFUSED_AT)
}

const REFUSED_AT = { email_malformed: 'replyTo', support_text_too_short: 'text', support_text_too_long: 'text' }
