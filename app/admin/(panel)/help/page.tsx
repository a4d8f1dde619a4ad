import { getTranslations } from "next-intl/server";
import { AdminPage } from "@/components/layout/admin-shell";
import { PrintButton } from "@/components/layout/print-button";
import { loadHandbook } from "@/lib/documents/handbook";
import { requireAdmin } from "@/lib/sessions/page-gate";
import { staffMetadata } from "../staff-page";

export const generateMetadata = () => staffMetadata("help");

/** The handbook, for everybody on the staff. */
export default async function StaffHelpPage() {
  await requireAdmin();
  const [t, { html, contents }] = await Promise.all([getTranslations("staff"), loadHandbook()]);
  return (
    <AdminPage title={t("titles.help")} actions={<PrintButton />}>
      <div className="lg:flex lg:gap-12">
        <nav aria-label={t("help.contents")} className="mb-6 lg:w-60 lg:shrink-0 print:hidden">
          <ol>
            {contents
              .filter(({ level }) => level === 2)
              .map(({ id, text }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="flex min-h-target items-center text-text-2 hover:text-gold-text"
                  >
                    {text}
                  </a>
                </li>
              ))}
          </ol>
        </nav>
        <article className="document-text min-w-0 flex-1">
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by renderMarkdown */}
          <div dangerouslySetInnerHTML={{ __html: html }} />
        </article>
      </div>
    </AdminPage>
  );
}
