/* A small feed of our own that fills every field there is, and the mapping that reads it. */
#ifndef SHOP_H
#define SHOP_H

#include "check.h"

#define SHOP_MAPPING                                                                              \
    "{\"mapping\": \"shop\","                                                                     \
    " \"status\": {\"code\": \"code\", \"good\": [200], \"message\": [\"message\", \"msg\"],"     \
    "              \"kinds\": {\"301\": \"login-needed\"}},"                                      \
    " \"page\": {\"cursor\": \"next\", \"hasMore\": \"more\", \"refreshInterval\": \"every\","    \
    "            \"nodataToast\": \"toast\"},"                                                    \
    " \"sections\": {\"list\": \"rows\", \"type\": \"type\", \"key\": \"key\","                   \
    "   \"title\": \"title\", \"subtitle\": \"sub\", \"titleImage\": \"pic\","                    \
    "   \"button\": {\"text\": \"more.text\", \"action\": \"more.go\","                           \
    "                \"actionType\": \"more.kind\"},"                                             \
    "   \"action\": \"go\", \"actionType\": \"goKind\", \"showType\": \"show\","                  \
    "   \"canClose\": \"closes\", \"items\": \"things\"},"                                        \
    " \"types\": {\"shelf\": {\"kind\": \"PLAYLIST_RCMD\"}, \"list\": {\"kind\": \"LIST\"}},"     \
    " \"default\": {\"item\": \"thing\"},"                                                        \
    " \"rules\": {\"thing\": {\"id\": \"id\", \"title\": \"name\", \"subtitle\": \"sub\","        \
    "   \"text\": \"text\", \"html\": \"html\", \"image\": \"pic\", \"action\": \"go\","          \
    "   \"actionType\": \"goKind\", \"playCount\": \"plays\", \"labels\": \"tags\","              \
    "   \"valid\": \"ok\","                                                                       \
    "   \"extras\": {\"year\": \"year\", \"score\": \"score\", \"by\": \"by.*.name\","            \
    "                \"at\": \"at\", \"sizes\": \"sizes\", \"live\": \"live\"},"                  \
    "   \"children\": {\"list\": \"parts\", \"item\": {\"id\": \"id\", \"title\": \"name\"}}}}}"

#define SHOP_FEED                                                                                 \
    "{\"code\": \"200\", \"msg\": \"fine\", \"next\": \"page-2\", \"more\": true,"                \
    " \"every\": 600000, \"toast\": \"That is all\", \"rows\": ["                                 \
    "{\"type\": \"shelf\", \"title\": \"For you\", \"sub\": \"Every day\","                       \
    " \"pic\": \"https://img.example/head.png\","                                                 \
    " \"more\": {\"text\": \"All\", \"go\": \"app://all?x={\\\"a\\\":1}\", \"kind\": \"app\"},"   \
    " \"go\": \"app://shelf\", \"goKind\": \"app\", \"show\": \"SLIDE\", \"closes\": 0,"          \
    " \"things\": ["                                                                              \
    "  {\"id\": 109950000000000216, \"name\": \"First\", \"sub\": \"of many\","                   \
    "   \"text\": \"Long\\ntext\", \"html\": \"<p>Long</p>\","                                    \
    "   \"pic\": \"http://img.example/1.jpg\", \"go\": \"app://1\", \"goKind\": \"app\","         \
    "   \"plays\": \"1234567\", \"tags\": [\"new\", 7], \"ok\": true,"                            \
    "   \"year\": 2024, \"score\": \"7.90\", \"by\": [{\"name\": \"Ada\"}, {}, {\"name\": 5}],"   \
    "   \"at\": \"2024-02-29T12:30:00.250+02:00\", \"sizes\": [1.5, \"2\", true],"                \
    "   \"live\": false, \"parts\": [{\"id\": \"p1\", \"name\": \"Part one\"},"                   \
    "                              {\"id\": \"p2\", \"name\": \"Part two\"}]},"                   \
    "  {\"id\": 1.0, \"name\": \"Second\"},"                                                      \
    "  {\"id\": \"1\", \"name\": \"Second again\"},"                                              \
    "  {\"id\": \"x\", \"name\": \"Withdrawn\", \"ok\": false},"                                  \
    "  {\"name\": \"No id\", \"plays\": -3},"                                                     \
    "  {\"id\": \"y\"}]},"                                                                        \
    "{\"type\": \"list\", \"key\": \"films\", \"things\": [{\"id\": \"f\", \"name\": \"Film\"}]}," \
    "{\"type\": \"shelf\", \"things\": [{\"id\": 2, \"name\": \"Other \\ud800 shelf\"}]},"        \
    "{\"type\": \"novelty\", \"title\": \"New\", \"closes\": true,"                               \
    " \"things\": [{\"id\": 3, \"name\": \"Unknown\"}]}]}"

static inline feedcore_mapping *shop_mapping(void)
{
    feedcore_mapping *mapping = NULL;
    CHECK_INT(feedcore_mapping_new(SHOP_MAPPING, strlen(SHOP_MAPPING), &mapping, NULL),
              FEEDCORE_OK);
    return mapping;
}

#endif
