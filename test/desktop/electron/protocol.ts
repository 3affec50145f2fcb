import { network } from './runtime.ts';
import { isReady } from './readiness.ts';

const privilegesByScheme = new Map<string, Electron.Privileges>();

export const protocol: Pick<
  Electron.Protocol,
  'registerSchemesAsPrivileged' | 'handle' | 'unhandle' | 'isProtocolHandled'
> = {
  registerSchemesAsPrivileged(schemes) {
    if (isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme, privileges = {} } of schemes) privilegesByScheme.set(scheme, privileges);
  },
  handle(scheme, handler) {
    if (network.has(scheme)) throw new Error(`The scheme has been registered`);
    // A scheme without these rights has no storage, fetch or workers; the stand-in knows no other kind.
    const { standard, secure, supportFetchAPI } = privilegesByScheme.get(scheme) ?? {};
    if (!standard || !secure || !supportFetchAPI) throw new Error(`${scheme}: has no rights of a secure site.`);
    network.handle(scheme, handler as (request: Request) => Response | Promise<Response>);
  },
  unhandle: (scheme) => network.unhandle(scheme),
  isProtocolHandled: (scheme) => network.has(scheme),
};
