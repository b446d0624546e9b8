// Where a request comes from, for rate limits only. The edge sets the header and overwrites what a client sends.

/** The address that the edge saw, or "local" when there is no edge. */
export const clientIp = (request: Request): string => request.headers.get('cf-connecting-ip')?.trim() || 'local'
