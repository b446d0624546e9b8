// Loader of the app page: URL of the QR code, and app store links if configured.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { siteConfig } from '#services/content'
import { titleOf } from '../../text/title.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const config = await siteConfig(context.env)
  return {
    title: titleOf(request, 'content', 'download_title'),
    address: `${new URL(request.url).origin}/`,
    stores: {
      ios: safeAddress(config['ios_download_url']),
      android: safeAddress(config['android_download_url'] || config['apk_download_url']),
    },
  }
}

const safeAddress = (text: string | undefined): string | null => (text?.startsWith('https://') ? text : null)
