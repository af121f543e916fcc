#include "client/tournament/report.h"

#include "client/cli/draft.h"
#include "client/tournament/report_model.h"

static enum error_code write_form(const char *folder, const char *name,
                                  void (*form)(const struct report *, FILE *),
                                  const struct report *report, struct error *error)
{
    struct text path = {0};
    struct draft draft = {0};
    text_printf(&path, "%s/%s", folder, name);
    enum error_code code = draft_open(text_string(&path), &draft, error);
    if (!code) {
        form(report, draft.file);
        code = draft_keep(&draft, error);
    }
    text_finish(&path);
    return code;
}

enum error_code report_write(const char *folder, struct error *error)
{
    struct report report;
    enum error_code code = report_read(folder, &report, error);
    if (code)
        return code;
    code = write_form(folder, "results.csv", report_csv, &report, error);
    if (!code)
        code = write_form(folder, "report.txt", report_text, &report, error);
    if (!code)
        code = write_form(folder, "report.html", report_html, &report, error);
    report_finish(&report);
    return code;
}
