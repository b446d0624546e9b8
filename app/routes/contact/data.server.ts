// How to reach us: the standing text, and the channels that are open.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { contactChannels } from '#services/content'
import { loadText } from '../../standing-text.server'

const loadContact = loadText('contactus')

export async function loader(args: LoaderFunctionArgs) {
  const [text, channels] = await Promise.all([loadContact(args), contactChannels(args.context.env)])
  return { ...text, channels }
}
