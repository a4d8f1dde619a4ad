declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  import type * as React from "react";

  /** What a plugin gets of the library: its own React, and its parts by name. */
  export type System = { React: typeof React };
  export type Parts = {
    getComponent(name: string, isContainer?: boolean): React.ComponentType<object>;
  };
  type Request = { headers: Record<string, string> };
  type Options = {
    spec: object;
    domNode: HTMLElement;
    layout: string;
    plugins: ((system: System) => object)[];
    docExpansion: "full";
    validatorUrl: null;
    requestInterceptor(request: Request): Request;
  };
  export default function SwaggerUI(options: Options): void;
}
