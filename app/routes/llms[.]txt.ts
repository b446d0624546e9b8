// llms.txt (https://llmstxt.org): the documents of this site that a language model should read first, in Markdown.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { loadBrand } from '#services/brand'

export async function loader({ request, context: { env } }: LoaderFunctionArgs): Promise<Response> {
  const { origin } = new URL(request.url)
  const { name } = await loadBrand(env)
  const link = (path: string, words: string, says: string) => `- [${words}](${origin}${path}): ${says}`
  const text = [
    `# ${name}`,
    '',
    '> Trading, wallet and investing for retail users: spot on an order book, futures, options, stocks, loans, locked deposits,',
    '> token sales, NFT. Prices and settlements have receipts that anyone can compute again. Amounts are exact decimal text.',
    '',
    '## Programs',
    '',
    link(
      '/developers',
      'First order',
      'account, key, signature, order, with programs in curl, TypeScript, Python and CCXT',
    ),
    link('/api/openapi.json', 'OpenAPI 3.1', 'each endpoint with fields, scope, weight, answer and refusal codes'),
    link('/api/asyncapi.json', 'AsyncAPI 3', 'the socket /api/v1/ws: market data, own account, orders'),
    link(
      '/.well-known/oauth-protected-resource/mcp',
      'Agents',
      'Model Context Protocol at /mcp by Streamable HTTP: market data without a login, the own account by OAuth 2.1',
    ),
    link('/api/v1/info', 'Information', 'products, assets, pairs, filters, fees and limits, as JSON'),
    link('/api/v1/status', 'Status', 'whether the site works, and pairs that do not trade'),
    link('/udf/config', 'Charts', 'universal data feed of charting libraries'),
    link('/binance/api/v3/exchangeInfo', 'Binance Spot dialect', 'base address /binance, keys of this site'),
    '',
    '## Checking',
    '',
    link('/fairness/rules', 'Rules', 'formulas of every settlement'),
    link('/verify.mjs', 'Verifier', 'recomputes a receipt offline with Node'),
    link('/api/v1/log/checkpoint', 'Public log', 'signed checkpoint of all rounds and receipts'),
    '',
    '## Optional',
    '',
    link('/faq', 'Questions', 'deposits, trading, security, fees'),
    link('/terms', 'Terms', 'terms of use'),
    '',
  ].join('\n')
  return new Response(text, { headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' } })
}
