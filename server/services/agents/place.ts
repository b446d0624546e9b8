// Addresses of the agents' door, as the client sees them.

export const MCP_PATH = '/mcp'

/** A proxy in front may end TLS. */
export function originOf(request: Request): string {
  const url = new URL(request.url)
  return request.headers.get('X-Forwarded-Proto') === 'https' ? `https://${url.host}` : url.origin
}

/** What a token is for (RFC 8707). */
export const resourceOf = (request: Request): string => originOf(request) + MCP_PATH
