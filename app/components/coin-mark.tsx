// An asset's logo beside its name. Fixed size, so that a slow image moves nothing.

import type { Asset } from '#domain/catalogue'

export function CoinMark({ asset, className = 'size-7' }: { asset: Pick<Asset, 'logo'>; className?: string }) {
  return <img src={asset.logo} alt="" width={28} height={28} className={`shrink-0 rounded-full ${className}`} />
}
