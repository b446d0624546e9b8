// Loader that recomputes a roll from the query; reads no user data.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { readSeed, roundText, rollOf } from '#domain/game/rules'
import { hmacHex, sha256 } from '#lib/digest'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const asked = {
    seed: (query.get('seed') ?? '').trim().toLowerCase().slice(0, 64),
    client: (query.get('client') ?? '').slice(0, 64),
    nonce: (query.get('nonce') ?? '').slice(0, 6),
    under: (query.get('under') ?? '').slice(0, 5),
  }
  const client = readSeed(asked.client)
  const isWhole = /^[0-9a-f]{64}$/.test(asked.seed) && client.ok && /^[1-9]\d{0,5}$/.test(asked.nonce)
  const text = client.ok ? roundText(client.value, parseInt(asked.nonce, 10)) : ''
  const hmac = isWhole ? hmacHex(asked.seed, text) : null
  return {
    texts: broughtTexts(readLanguage(request), 'game'),
    title: titleOf(request, 'game', 'verify_title'),
    asked,
    computed:
      hmac === null
        ? null
        : {
            text,
            hmac,
            roll: rollOf(hmac),
            commitment: sha256(asked.seed),
          },
    isIncomplete: !isWhole && [...query.keys()].length > 0,
  }
}
