/** "*" can't be part of a message's key. */
export function permissionKey<P extends string>(permission: P): P extends "*" ? "full" : P {
  return (permission === "*" ? "full" : permission) as P extends "*" ? "full" : P;
}
